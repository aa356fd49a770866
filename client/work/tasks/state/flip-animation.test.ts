/** @jest-environment jsdom */
import { createShardedTable } from "../../../../shared/work/tasks/tasks.table";
import { FlipAnimation } from "./flip-animation";
import type { BoardActor, BoardSnapshot } from "./useBoard";

/** Checks which cards move within a column or fly between columns, and from where. Appearance is covered by browser tests. */
type Order = Record<number, readonly number[]>;
interface Move {
  id: string | null;
  frames: Keyframe[];
}

let moves: Move[] = [];
let reduced = false;
beforeEach(() => {
  moves = [];
  reduced = false;
  document.body.replaceChildren();
  window.matchMedia = (() => ({ matches: reduced })) as never;
  Element.prototype.animate = function (this: Element, frames: Keyframe[]) {
    moves.push({ id: this.getAttribute("data-task"), frames });
    return {} as Animation;
  } as never;
});

function board(first: Order) {
  const element = document.body.appendChild(document.createElement("div"));
  const draw = (order: Order) => {
    element.replaceChildren();
    for (const [at, [column, ids]] of Object.entries(order).entries()) {
      const list = element.appendChild(document.createElement("div"));
      list.dataset.cards = column;
      for (const [row, id] of ids.entries()) {
        const card = list.appendChild(document.createElement("div"));
        card.dataset.task = String(id);
        card.getBoundingClientRect = () => ({ left: at * 100, top: row * 10, width: 90 }) as DOMRect;
      }
    }
  };
  const snapshot = (order: Order) => {
    const tasks = createShardedTable(Object.values(order).flatMap((taskIds) => taskIds.map((id) => ({ id }))));
    return {
      context: { drawn: { order, columnIds: Object.keys(order).map(Number), tasks } },
    } as unknown as BoardSnapshot;
  };
  let tell: (now: BoardSnapshot) => void = () => {};
  const unsubscribe = jest.fn();
  const actor = {
    getSnapshot: () => snapshot(first),
    subscribe: (listener: typeof tell) => {
      tell = listener;
      return { unsubscribe };
    },
  } as unknown as BoardActor;
  const flip = new FlipAnimation();
  draw(first);
  const detach = flip.attach(element, actor);
  const go = (order: Order) => {
    tell(snapshot(order));
    draw(order);
    flip.play();
  };
  return { flip, go, detach, unsubscribe, element };
}

const ids = () => moves.map(({ id }) => id);

test("cards that change position in a column animate from where they were", () => {
  const { go } = board({ 1: [1, 2, 3], 2: [4] });
  go({ 1: [2, 1, 3], 2: [4] });
  expect(moves).toEqual([
    { id: "1", frames: [{ transform: "translateY(-10px)" }, { transform: "none" }] },
    { id: "2", frames: [{ transform: "translateY(10px)" }, { transform: "none" }] },
  ]);
});

test("a card moved to another column flies as a copy while its neighbors make space", () => {
  const { go } = board({ 1: [1, 2], 2: [3] });
  go({ 1: [2], 2: [1, 3] });
  expect(ids()).toEqual([null, "2", "3"]); // the flying copy isn't a card
  expect(moves[0]?.frames).toEqual([{ transform: "translate(0px, 0px)" }, { transform: "translate(100px, 0px)" }]);
});

test("added and removed cards aren't animated", () => {
  const { go } = board({ 1: [1, 2] });
  go({ 1: [2, 5] });
  expect(ids()).toEqual(["2"]);
});

test("nothing animates without changes, with reduced motion or after unmount", () => {
  const order = { 1: [1, 2] };
  const still = board(order);
  still.go(order);
  reduced = true;
  still.go({ 1: [2, 1] });
  reduced = false;
  still.flip.play(); // skipped animations aren't played later
  const left = board({ 1: [1, 2] });
  left.detach();
  left.go({ 1: [2, 1] });
  expect(moves).toEqual([]);
  expect(left.unsubscribe).toHaveBeenCalled();
});

test("a dropped card animates from the drag overlay", () => {
  const { flip, go } = board({ 1: [1, 2] });
  const overlay = document.body.appendChild(document.createElement("div"));
  overlay.dataset.dragOverlay = "";
  overlay.getBoundingClientRect = () => ({ left: 0, top: 77 }) as DOMRect;
  flip.rememberOverlay(1);
  go({ 1: [2, 1] });
  expect(moves[0]?.frames[0]).toEqual({ transform: "translateY(67px)" });
});
