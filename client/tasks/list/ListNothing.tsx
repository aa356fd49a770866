import boardClasses from "../board/Board.module.css";
import { EmptyBoard, NothingMatches } from "../board/columns/EmptyBoard";

/** No tasks at all, or none that the filter lets through. */
export function ListNothing({ isEmpty, onAdd }: { isEmpty: boolean; onAdd: (() => void) | undefined }) {
  return (
    <div className={boardClasses.message}>{isEmpty ? <EmptyBoard onAdd={() => onAdd?.()} /> : <NothingMatches />}</div>
  );
}
