/** A number written as a float although its value is whole (`1.0`, `1e5`, `-0.0`): the Python form keeps them apart. */
export class JsonFloat {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** JSON that still knows which whole numbers were written as floats. */
export type ExactJson = null | boolean | number | bigint | string | JsonFloat | readonly ExactJson[] | ExactJsonObject;

export interface ExactJsonObject {
  readonly [member: string]: ExactJson;
}
