/** The part that is used. Node's resolution of types does not find the package's, which import each other without extensions. */
declare module '@dagrejs/dagre' {
  interface Sized {
    readonly width: number;
    readonly height: number;
  }

  export class Graph {
    setGraph(label: { rankdir: string; nodesep: number; ranksep: number; marginx: number; marginy: number }): this;
    setDefaultEdgeLabel(label: () => object): this;
    setNode(id: string, size: Sized): this;
    setEdge(from: string, to: string, label: { weight: number }): this;
    node(id: string): object;
  }

  export function layout(graph: Graph, options: { constraints: { left: string; right: string }[] }): void;
}
