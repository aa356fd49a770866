import { IconPlus } from "@tabler/icons-react";
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, memo, useState } from "react";
import { tasksIn } from "../../../shared/tasks/tasks.board";
import { useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { placeOf } from "../board/state/board.place";
import { linesOf } from "../../ui/fields/pasted-lines";
import { useBoardScope } from "../board/state/useBoard";
import { newInGroup } from "./list.groups";
import { cellIdOf, useListScope } from "./list.context";
import type { ListGroup } from "./list.listing";
import classes from "./ListGroup.module.css";
import rowClasses from "./ListTable.module.css";
import { useGroupName } from "./useGroupName";

interface ListAddRowProps {
  group: ListGroup;
  rowKey: string;
  index: number;
  place: CSSProperties | undefined;
  active: boolean;
  open: boolean;
}

/** The end of a group: a task that is added here gets what the group has in common. */
export const ListAddRow = memo(function ListAddRow({ group, rowKey, index, place, active, open }: ListAddRowProps) {
  const text = useText();
  const { acts, columns } = useListScope();
  return (
    <div role="row" aria-rowindex={index + 2} className={`${rowClasses.row} ${rowClasses.addRow}`} style={place}>
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns.length + 1}
        className={classes.addCell}
        data-row-key={rowKey}
      >
        {open ? (
          <AddField group={group} />
        ) : (
          <button
            type="button"
            id={cellIdOf(rowKey, 0)}
            tabIndex={active ? 0 : -1}
            className={classes.add}
            onClick={() => acts.add(group)}
          >
            <IconPlus size={16} stroke={1.75} aria-hidden />
            {text("list.add")}
          </button>
        )}
      </div>
    </div>
  );
});

const longestTitle = 255;

/** Only Enter or pasted lines add. Escape ends it; left with words in it, it waits for them. */
function AddField({ group }: { group: ListGroup }) {
  const text = useText();
  const { actor } = useBoardScope();
  const { acts } = useListScope();
  const today = useToday();
  const name = useGroupName()(group.value);
  const [typed, setTyped] = useState("");

  const add = (titles: readonly string[]) => {
    const { drawn } = actor.getSnapshot().context;
    const where = newInGroup(group.value, drawn, today);
    if (!where || titles.length === 0) return;
    const ids = tasksIn(drawn, where.columnId);
    const tasks = titles.map((title) => ({ ...where.facts, title: title.slice(0, longestTitle) }));
    actor.send({ type: "ADD", tasks, to: placeOf(where.columnId, ids, ids.length) });
    setTyped("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return; // Enter ends a Korean syllable, not the title
    if (event.key === "Escape") acts.stopAdding(true);
    else if (event.key === "Enter") {
      event.preventDefault();
      if (typed.trim() === "") acts.stopAdding(true);
      else add(linesOf(typed));
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData("text/plain"));
    if (lines.length < 2) return;
    event.preventDefault();
    add([typed.trim() + (lines[0] ?? ""), ...lines.slice(1)]);
  };
  return (
    <input
      // The focus comes here: the person has just asked for this field.
      autoFocus
      type="text"
      dir="auto"
      className={classes.addField}
      value={typed}
      placeholder={text("list.add")}
      aria-label={text("list.addLabel", { name })}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={() => typed.trim() === "" && acts.stopAdding(false)}
    />
  );
}
