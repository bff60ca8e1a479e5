import { MAX_INPUT_BYTES } from './mutate.ts';

const NAME_BYTES = 64;
const HEAD_BYTES = 16;

export interface Note {
  /** Grows with every note. */
  readonly number: number;
  readonly target: string;
  readonly input: Uint8Array;
}

/** Memory that two threads share: one writes what it is about to run, so that the other knows it when that never ends. */
export class NoteBoard {
  static readonly bytes = HEAD_BYTES + NAME_BYTES + MAX_INPUT_BYTES;
  private readonly head: Int32Array;
  private readonly name: Uint8Array;
  private readonly input: Uint8Array;

  constructor(memory: SharedArrayBuffer) {
    this.head = new Int32Array(memory, 0, 3);
    this.name = new Uint8Array(memory, HEAD_BYTES, NAME_BYTES);
    this.input = new Uint8Array(memory, HEAD_BYTES + NAME_BYTES, MAX_INPUT_BYTES);
  }

  write(target: string, input: Uint8Array): void {
    const name = Buffer.from(target).subarray(0, NAME_BYTES);
    const kept = input.subarray(0, MAX_INPUT_BYTES);
    this.name.set(name);
    this.input.set(kept);
    this.head[1] = name.length;
    this.head[2] = kept.length;
    Atomics.add(this.head, 0, 1);
  }

  read(): Note {
    return {
      number: Atomics.load(this.head, 0),
      target: Buffer.from(this.name.slice(0, this.head[1])).toString(),
      input: this.input.slice(0, this.head[2]),
    };
  }
}
