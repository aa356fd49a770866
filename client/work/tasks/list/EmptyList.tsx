import boardClasses from "../board/Board.module.css";
import { EmptyBoard, NoMatchingCards } from "../board/columns/EmptyBoard";

export function EmptyList({ isEmpty, onAdd }: { isEmpty: boolean; onAdd: (() => void) | undefined }) {
  return (
    <div className={boardClasses.message}>{isEmpty ? <EmptyBoard onAdd={() => onAdd?.()} /> : <NoMatchingCards />}</div>
  );
}
