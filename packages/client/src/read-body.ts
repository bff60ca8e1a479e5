import { ToolmarkError } from '@toolmark/core';

const FIRST_ROOM = 16 * 1024;

/** Reads an answer up to a limit. Chunks are copied into one buffer, so many tiny chunks cost no extra memory. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  let room = new Uint8Array(Math.min(FIRST_ROOM, maxBytes));
  let size = 0;
  for (const reader = response.body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (size + value.length > maxBytes) {
      await reader.cancel();
      throw new ToolmarkError('registry.bad-answer', `The registry sent more than ${maxBytes} bytes.`);
    }
    room = withRoomFor(size + value.length, room);
    room.set(value, size);
    size += value.length;
  }
  return room.slice(0, size);
}

function withRoomFor(size: number, room: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (size <= room.length) return room;
  const larger = new Uint8Array(Math.max(size, room.length * 2));
  larger.set(room);
  return larger;
}
