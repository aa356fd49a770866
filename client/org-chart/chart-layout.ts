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
  /** Its left and upper edge, left to right. */
  x: number;
  y: number;
}

export interface ChartDrawing {
  boxes: ChartBox[];
  /** Lines between them, as paths of SVG. */
  lines: string[];
  /** Dashed ones, to those who lead beside. */
  dotted: string[];
  left: number;
  right: number;
  bottom: number;
}

/** What has a column of its own: a box, those at the end of the line below one another, or room that a stack needs. */
type Cell =
  | { kind: "top"; nodes: readonly ChartNode[] }
  | { kind: "box"; node: ChartNode }
  | { kind: "stack"; nodes: readonly ChartNode[] }
  | { kind: "room"; rows: number };

const stackHeight = (count: number) => count * (boxHeight + stackGap) - stackGap;

/**
 * Where everything stands: leads beside one another, whoever leads nobody below one another. The columns are d3's; what a stack
 * takes below its lead is kept free by empty rows.
 */
export function drawingOf(tops: readonly ChartNode[], expanded: ReadonlySet<number>): ChartDrawing {
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

/** Those who lead somebody each in a column; the others, when they are several, in one together. */
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

  /** A line down, one across, and one down to each. */
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

  /** Below one another, each by an elbow from one line at their side. */
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

/** From below or above whoever leads beside, to the side of the person: behind the boxes that stand between. */
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
  // Beside the line to those whom they lead.
  const start = from + (to < from ? -boxWidth / 4 : boxWidth / 4);
  const end = to < from ? box.x + boxWidth : box.x;
  const [top, middle] = [lead.y + (down ? boxHeight : 0), box.y + boxHeight / 2];
  return `M${start} ${top}C${start} ${middle} ${end + (to < from ? 28 : -28)} ${middle} ${end} ${middle}`;
}

const spineOf = (center: number) => center - boxWidth / 2 + indent / 2;

/** The same from right to left. */
export const mirrored = (drawing: ChartDrawing): ChartDrawing => ({
  ...drawing,
  boxes: drawing.boxes.map((box) => ({ ...box, x: -box.x - boxWidth })),
  left: -drawing.right,
  right: -drawing.left,
});
