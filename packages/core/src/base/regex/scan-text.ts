import type { Instruction, Program } from './build-program.ts';

/** A text as the programs of one pattern see it. */
export interface ClassifiedText {
  /** The class of each character. */
  readonly classes: readonly Uint8Array[];
  /** For each look-around that was answered: 1 at the places of the text where it holds. */
  readonly looks: readonly Uint8Array[];
}

/**
 * Where a program matches: from anywhere to the place given to `found`, which ends the scan by returning true. All ways
 * through the program are followed at the same time, so each place of the text costs at most one visit of each instruction.
 */
export function scanText(
  program: Program,
  text: ClassifiedText,
  spend: (units: number) => void,
  found: (place: number) => boolean,
): void {
  const scan = new Scan(program, text);
  const size = text.classes.length;
  for (let step = 0; step <= size; step++) {
    const place = program.backward ? size - step : step;
    const matched = scan.arrive(step, place);
    if (scan.work >= PAID_TOGETHER) spend(scan.takeWork());
    if (matched && found(place)) break;
    if (program.anchored && scan.isStuck()) break;
  }
  spend(scan.takeWork());
}

const PAID_TOGETHER = 1_000;
/** What it costs to begin, in visits. */
const START_WORK = 32;

class Scan {
  /** Visits of instructions that were not paid for yet. */
  work: number;
  private readonly program: Program;
  private readonly text: ClassifiedText;
  /** Instructions that wait for a character. */
  private waiting: number[] = [];
  private arrived: number[] = [];
  private readonly complete: number[] = [];
  /** The step at which an instruction was last visited, and last began to wait. */
  private readonly visited: Int32Array;
  private readonly listed: Int32Array;
  private readonly entries: (Entries | undefined)[] = [];
  private readonly todo: number[] = [];

  constructor(program: Program, text: ClassifiedText) {
    this.program = program;
    this.text = text;
    this.visited = new Int32Array(program.instructions.length).fill(-1);
    this.listed = new Int32Array(program.instructions.length).fill(-1);
    this.work = START_WORK + (program.instructions.length >> 2);
  }

  /** Reads the character before this step, and returns whether the program matches up to here. */
  arrive(step: number, place: number): boolean {
    this.readCharacter(step, this.program.backward ? place : place - 1);
    let matched = false;
    for (const number of this.complete) matched = this.visit(this.instruction(number).next, step, place) || matched;
    return this.visit(this.program.start, step, place) || matched;
  }

  /** All that waits reads before anything goes on: a count that begins at this step must not see the character before it. */
  private readCharacter(step: number, index: number): void {
    const { waiting, arrived } = this;
    this.waiting = arrived;
    this.arrived = waiting;
    this.arrived.length = 0;
    this.complete.length = 0;
    this.work++;
    const members = this.text.classes[index];
    for (const number of this.waiting) if (this.reads(number, members, step)) this.complete.push(number);
  }

  takeWork(): number {
    const { work } = this;
    this.work = 0;
    return work;
  }

  isStuck(): boolean {
    return this.arrived.length === 0;
  }

  /** Whether a waiting instruction takes the character and is complete. */
  private reads(number: number, members: Uint8Array | undefined, step: number): boolean {
    this.work++;
    const instruction = this.instruction(number);
    const takes = members?.[instruction.set] === 1;
    if (instruction.op === 'read') return takes;
    const entries = this.entriesOf(number);
    if (!takes) entries.clear();
    else if (entries.keep(step, instruction)) this.list(number, step);
    return takes && entries.isComplete(step, instruction);
  }

  /** Goes on from an instruction as far as possible without reading a character. */
  private visit(first: number, step: number, place: number): boolean {
    let matched = false;
    this.todo.push(first);
    for (let number = this.todo.pop(); number !== undefined; number = this.todo.pop()) {
      if (this.visited[number] === step) continue;
      this.visited[number] = step;
      this.work++;
      const instruction = this.instruction(number);
      const { op, next } = instruction;
      if (op === 'match') matched = true;
      else if (op === 'read') this.list(number, step);
      else if (op === 'count') this.beginCount(number, instruction, step);
      else if (this.holds(instruction, place)) this.todo.push(next);
      if (op === 'split') this.todo.push(instruction.other);
    }
    return matched;
  }

  private holds({ op, set, negate }: Instruction, place: number): boolean {
    const { classes, looks } = this.text;
    switch (op) {
      case 'start':
        return place === 0;
      case 'end':
        return place === classes.length;
      case 'boundary':
        return ((classes[place - 1]?.[set] === 1) !== (classes[place]?.[set] === 1)) !== negate;
      case 'look':
        return (looks[set]?.[place] === 1) !== negate;
      default:
        return true;
    }
  }

  private beginCount(number: number, instruction: Instruction, step: number): void {
    this.work++;
    this.entriesOf(number).add(step, instruction);
    this.list(number, step);
    if (instruction.min === 0) this.todo.push(instruction.next);
  }

  private list(number: number, step: number): void {
    if (this.listed[number] === step) return;
    this.listed[number] = step;
    this.arrived.push(number);
  }

  private entriesOf(number: number): Entries {
    const entries = this.entries[number] ?? new Entries();
    this.entries[number] = entries;
    return entries;
  }

  /** Numbers come from the program itself. */
  private instruction(number: number): Instruction {
    const instruction = this.program.instructions[number];
    if (instruction === undefined) throw new Error('The program leads outside itself');
    return instruction;
  }
}

/**
 * The steps at which a counted character began, oldest first. All that began read the same characters since, so one
 * list holds all counts, however large, and each step costs the same.
 */
class Entries {
  private steps: number[] = [];
  private head = 0;

  add(step: number, { max }: Instruction): void {
    // Without an upper bound the oldest is complete whenever a later one is.
    if (max === Number.POSITIVE_INFINITY && this.steps.length > this.head) return;
    this.steps.push(step);
  }

  /** Drops what no longer matters, and returns whether anything is left. */
  keep(step: number, { min, max }: Instruction): boolean {
    // Of those that are complete the latest lasts longest.
    while (this.head + 1 < this.steps.length && step - this.at(this.head + 1) >= min) this.head++;
    if (this.head < this.steps.length && step - this.at(this.head) > max) this.head++;
    if (this.head * 2 > this.steps.length) this.forgetDropped();
    return this.head < this.steps.length;
  }

  isComplete(step: number, { min }: Instruction): boolean {
    return this.head < this.steps.length && step - this.at(this.head) >= min;
  }

  clear(): void {
    this.steps.length = 0;
    this.head = 0;
  }

  /** Done when half of the list was dropped, so a step costs the same on average. */
  private forgetDropped(): void {
    this.steps.splice(0, this.head);
    this.head = 0;
  }

  private at(index: number): number {
    return this.steps[index] ?? 0;
  }
}
