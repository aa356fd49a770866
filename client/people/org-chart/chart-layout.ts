import { hierarchy, type HierarchyPointNode, tree } from "d3-hierarchy";
import type { ChartNode } from "./chart-tree";

export const boxWidth = 172;
export const boxHeight = 54;
const columnWidth = boxWidth + 28;
const rowHeight = boxHeight + 36;
const indent = 16;
const stackGap = 12;
const stackStart = 20;
const elbow = 6;

export interface ChartBox {
  node: ChartNode;
  x: number;
  y: number;
}

export interface ChartDrawing {
  boxes: ChartBox[];
  /** SVG paths of the reporting lines. */
  lines: string[];
  /** SVG paths of the dotted reporting lines. */
  dotted: string[];
  left: number;
  right: number;
  bottom: number;
}

/** A column of the layout: a box, a stack of people without reports, or empty rows reserved for a stack. */
type Cell =
  | { kind: "top"; nodes: readonly ChartNode[] }
  | { kind: "box"; node: ChartNode }
  | { kind: "stack"; nodes: readonly ChartNode[] }
  | { kind: "room"; rows: number };

const stackHeight = (count: number) => count * (boxHeight + stackGap) - stackGap;

/**
 * Positions of all boxes: managers side by side, people without reports stacked. d3 computes the columns; empty rows reserve the height of
 * a stack below its manager.
 */
export function layoutChart(tops: readonly ChartNode[], expanded: ReadonlySet<number>): ChartDrawing {
  const isOpen = (node: ChartNode) => node.children.length > 0 && expanded.has(node.item.id);
  const fans = (node: ChartNode) => node.parent === null || node.children.some(isOpen);
  const room = (height: number): Cell[] => {
    const rows = Math.ceil(height / rowHeight);
    return rows > 0 ? [{ kind: "room", rows }] : [];
  };
  const below = (cell: Cell): Cell[] => {
    if (cell.kind === "top") return cellsOf(cell.nodes);
    if (cell.kind === "room") return room((cell.rows - 1) * rowHeight);
    if (cell.kind === "stack") return room(stackHeight(cell.nodes.length) - boxHeight);
    if (!isOpen(cell.node)) return [];
    return fans(cell.node) ? cellsOf(cell.node.children) : room(stackStart + stackHeight(cell.node.children.length));
  };
  const root = hierarchy<Cell>({ kind: "top", nodes: tops }, below);
  const placed = tree<Cell>()
    .nodeSize([columnWidth, rowHeight])
    .separation((one, other) => (one.parent === other.parent ? 1 : 1.08))(root);
  const drawing = new Drawing();
  placed.each((point) => drawing.add(point, (node) => isOpen(node) && !fans(node)));
  return drawing.done();
}

/** Managers get a column each; several people without reports share one. */
function cellsOf(nodes: readonly ChartNode[]): Cell[] {
  const leads = nodes.filter(({ children }) => children.length > 0);
  const others = nodes.filter(({ children }) => children.length === 0);
  const box = (node: ChartNode): Cell => ({ kind: "box", node });
  return [...leads.map(box), ...(others.length > 1 ? [{ kind: "stack", nodes: others } as const] : others.map(box))];
}

class Drawing {
  private readonly boxes: ChartBox[] = [];
  private readonly lines: string[] = [];

  add(point: HierarchyPointNode<Cell>, stacked: (node: ChartNode) => boolean): void {
    const { data: cell } = point;
    const y = (point.depth - 1) * rowHeight;
    if (cell.kind === "box") {
      this.boxes.push({ node: cell.node, x: point.x - boxWidth / 2, y });
      if (stacked(cell.node)) this.stack(cell.node.children, point.x, y + boxHeight + stackStart, y + boxHeight);
      else if (point.children) this.fan(point, y + boxHeight);
    } else if (cell.kind === "stack") {
      this.stack(cell.nodes, point.x, y, point.depth > 1 ? y - (rowHeight - boxHeight) / 2 : y);
    }
  }

  /** Draws one vertical line down, a horizontal one, and a vertical one to each child. */
  private fan(point: HierarchyPointNode<Cell>, from: number): void {
    const across = from + (rowHeight - boxHeight) / 2;
    const ends = (point.children ?? []).map(({ x, data }) => (data.kind === "stack" ? spineOf(x) : x));
    const drops = (point.children ?? []).flatMap(({ x, data }) =>
      data.kind === "box" ? [`M${x} ${across}V${from + rowHeight - boxHeight}`] : [],
    );
    this.lines.push(
      `M${point.x} ${from}V${across}M${Math.min(point.x, ...ends)} ${across}H${Math.max(point.x, ...ends)}${drops.join("")}`,
    );
  }

  /** Connects each box of a stack by an elbow to a vertical line at its side. */
  private stack(nodes: readonly ChartNode[], center: number, top: number, from: number): void {
    const spine = spineOf(center);
    nodes.forEach((node, at) => {
      const y = top + at * (boxHeight + stackGap);
      const middle = y + boxHeight / 2;
      const x = center - boxWidth / 2 + indent;
      this.boxes.push({ node, x, y });
      if (node.parent === null) return;
      this.lines.push(`M${spine} ${from}V${middle - elbow}Q${spine} ${middle} ${spine + elbow} ${middle}H${x}`);
    });
  }

  done(): ChartDrawing {
    const { boxes, lines } = this;
    let [left, right, bottom] = [0, 0, 0];
    for (const { x, y } of boxes) {
      left = Math.min(left, x);
      right = Math.max(right, x + boxWidth);
      bottom = Math.max(bottom, y + boxHeight);
    }
    return { boxes, lines, dotted: dottedLines(boxes), left, right, bottom };
  }
}

/** Curves from the dotted-line manager to the side of the person's box, drawn behind the other boxes. */
function dottedLines(boxes: readonly ChartBox[]): string[] {
  const places = new Map(boxes.map((box) => [box.node.item.id, box]));
  return boxes.flatMap((box) =>
    box.node.item.dotted.flatMap(({ id }) => {
      const lead = places.get(id);
      return lead ? [dottedLine(lead, box)] : [];
    }),
  );
}

function dottedLine(lead: ChartBox, box: ChartBox): string {
  const [from, to] = [lead.x + boxWidth / 2, box.x + boxWidth / 2];
  const down = box.y >= lead.y;
  // Offset from the solid line to the manager's reports.
  const start = from + (to < from ? -boxWidth / 4 : boxWidth / 4);
  const end = to < from ? box.x + boxWidth : box.x;
  const [top, middle] = [lead.y + (down ? boxHeight : 0), box.y + boxHeight / 2];
  return `M${start} ${top}C${start} ${middle} ${end + (to < from ? 28 : -28)} ${middle} ${end} ${middle}`;
}

const spineOf = (center: number) => center - boxWidth / 2 + indent / 2;

export const mirrorDrawing = (drawing: ChartDrawing): ChartDrawing => ({
  ...drawing,
  boxes: drawing.boxes.map((box) => ({ ...box, x: -box.x - boxWidth })),
  left: -drawing.right,
  right: -drawing.left,
});
