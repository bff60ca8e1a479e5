/**
 * Tarjan's components of a graph: per node the number of its component. No edge leads to a higher number, so
 * counting down walks the components from sources to sinks. Iterative, as the graph of a hostile pattern is deep.
 */
export function stronglyConnected(successors: readonly (readonly number[])[]): Int32Array {
  const size = successors.length;
  const order = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const component = new Int32Array(size).fill(-1);
  const nextEdge = new Int32Array(size);
  const open: number[] = [];
  const path: number[] = [];
  let visited = 0;
  let components = 0;

  const enter = (node: number): void => {
    order[node] = visited;
    low[node] = visited;
    visited += 1;
    open.push(node);
    path.push(node);
  };
  const lower = (node: number, to: number): void => {
    low[node] = Math.min(low[node] ?? 0, to);
  };
  const close = (root: number): void => {
    let member: number | undefined;
    do {
      member = open.pop();
      if (member !== undefined) component[member] = components;
    } while (member !== undefined && member !== root);
    components += 1;
  };

  for (let start = 0; start < size; start += 1) {
    if (order[start] === -1) enter(start);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const edge = nextEdge[node] ?? 0;
      const target = successors[node]?.[edge];
      nextEdge[node] = edge + 1;
      if (target === undefined) {
        path.pop();
        if (low[node] === order[node]) close(node);
        const parent = path.at(-1);
        if (parent !== undefined) lower(parent, low[node] ?? 0);
      } else if (order[target] === -1) enter(target);
      else if (component[target] === -1) lower(node, order[target] ?? 0);
    }
  }
  return component;
}
