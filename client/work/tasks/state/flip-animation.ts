import { taskById } from "../../../../shared/work/tasks/tasks.board";
import type { BoardActor, BoardSnapshot } from "./useBoard";

const glideMs = 260;
const easing = "cubic-bezier(.3,.7,.1,1)"; // --ease-move

/**
 * Animates moved cards (FLIP): positions are measured before React renders a new order, and cards move from there. Between columns a copy
 * flies above the board, because columns clip their overflow.
 */
export class FlipAnimation {
  private readonly first = new Map<number, DOMRect>();
  private board: HTMLElement | null = null;
  private last: BoardSnapshot | null = null;

  attach(board: HTMLElement, actor: BoardActor): () => void {
    this.board = board;
    this.last = actor.getSnapshot();
    const subscription = actor.subscribe((snapshot) => this.note(snapshot));
    return () => {
      subscription.unsubscribe();
      this.board = null;
      this.first.clear();
    };
  }

  rememberOverlay(taskId: number): void {
    const overlay = document.querySelector("[data-drag-overlay]");
    if (overlay) this.first.set(taskId, overlay.getBoundingClientRect());
  }

  private note(snapshot: BoardSnapshot): void {
    const before = this.last?.context;
    const after = snapshot.context;
    this.last = snapshot;
    if (!this.board || !before || before.drawn.order === after.drawn.order) return;
    for (const columnId of before.drawn.columnIds) {
      if (before.drawn.order[columnId] === after.drawn.order[columnId]) continue;
      for (const card of this.board.querySelectorAll<HTMLElement>(
        `[data-cards="${columnId}"] [data-task]:not([data-parked])`,
      )) {
        const id = Number(card.dataset.task);
        if (!this.first.has(id) && taskById(after.drawn, id)) this.first.set(id, card.getBoundingClientRect());
      }
    }
  }

  play(): void {
    const { board } = this;
    if (!board || this.first.size === 0) return;
    const noted = [...this.first];
    this.first.clear();
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
    const moves = noted.flatMap(([id, from]) => {
      const card = board.querySelector<HTMLElement>(`[data-task="${id}"]:not([data-parked])`);
      if (!card) return [];
      const to = card.getBoundingClientRect();
      return from.left === to.left && from.top === to.top ? [] : [{ card, from, to }];
    });
    for (const { card, from, to } of moves) {
      if (Math.abs(from.left - to.left) < 1) glide(card, from, to);
      else animateMove(card, from, to);
    }
  }
}

function glide(card: HTMLElement, from: DOMRect, to: DOMRect): void {
  card.animate([{ transform: `translateY(${from.top - to.top}px)` }, { transform: "none" }], {
    duration: glideMs,
    easing,
  });
}

function animateMove(card: HTMLElement, from: DOMRect, to: DOMRect): void {
  const copy = card.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-task");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  // x counts from the left in both reading directions.
  Object.assign(copy.style, { position: "fixed", inset: "0 auto auto 0", direction: getComputedStyle(card).direction });
  Object.assign(copy.style, { zIndex: "30", inlineSize: `${to.width}px`, boxShadow: "var(--sh-3)" });
  document.body.append(copy);
  const at = (box: DOMRect) => `translate(${box.left}px, ${box.top}px)`;
  card.style.opacity = "0";
  const flight = copy.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: glideMs,
    easing,
    fill: "forwards",
  });
  const landed = () => {
    card.style.opacity = "";
    copy.remove();
  };
  flight.onfinish = landed;
  flight.oncancel = landed;
}
