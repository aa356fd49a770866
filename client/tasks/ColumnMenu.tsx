import { ColorSwatch, Menu, NumberInput } from "@mantine/core";
import { IconArrowNarrowLeft, IconArrowNarrowRight, IconCheck, IconPencil, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { tones } from "../../shared/kernel/fields";
import type { Column } from "../../shared/tasks/tasks.board";
import { updateColumn } from "../../shared/tasks/columns.contract";
import { columnKinds } from "../../shared/tasks/tasks.schema";
import { useText } from "../platform/intl/useText";
import { useAction } from "../platform/query";
import { StatusGlyph } from "../ui/StatusGlyph";
import { toneColor } from "../ui/tones";
import classes from "./ColumnMenu.module.css";
import { DeleteColumn } from "./DeleteColumn";
import { useBoard, useBoardScope } from "./useBoard";

/** Name, place, kind, colour, limit, and the end of a column. */
export function ColumnMenu({
  column,
  onRename,
  children,
}: {
  column: Column;
  onRename: () => void;
  children: ReactNode;
}) {
  const text = useText();
  const [deleting, setDeleting] = useState(false);
  const save = useAction(updateColumn);
  const set = (body: { kind?: Column["kind"]; color?: Column["color"]; wip_limit?: number | null }) =>
    save.mutate({ params: { id: column.id }, body: body as never });
  return (
    <>
      <Menu width={236} position="bottom-end" closeOnItemClick>
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item data-autofocus leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onRename}>
            {text("board.column.rename")}
          </Menu.Item>
          <MoveItems columnId={column.id} />
          <Menu.Divider />
          <Menu.Label>{text("board.column.kind")}</Menu.Label>
          {columnKinds.map((kind) => (
            <Menu.Item
              key={kind}
              role="menuitemradio"
              aria-checked={kind === column.kind}
              leftSection={<StatusGlyph status={kind} />}
              rightSection={kind === column.kind && <IconCheck size={14} stroke={2} />}
              onClick={() => set({ kind })}
            >
              {text(`board.kind.${kind}`)}
            </Menu.Item>
          ))}
          <Menu.Label>{text("board.column.color")}</Menu.Label>
          <div className={classes.swatches}>
            {[null, ...tones].map((tone) => (
              <Menu.Item
                key={tone ?? "none"}
                className={classes.swatch}
                role="menuitemradio"
                aria-checked={tone === column.color}
                aria-label={text(`color.${tone ?? "none"}`)}
                onClick={() => set({ color: tone })}
              >
                <ColorSwatch size={16} withShadow={false} color={tone ? toneColor(tone) : "var(--line-strong)"}>
                  {tone === column.color && <IconCheck size={12} stroke={2.5} className={classes.tick} />}
                </ColorSwatch>
              </Menu.Item>
            ))}
          </div>
          <div className={classes.limit}>
            <LimitField limit={column.wip_limit} onSave={(wip_limit) => set({ wip_limit })} />
          </div>
          <Menu.Divider />
          <Menu.Item
            color="danger"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => setDeleting(true)}
          >
            {text("board.column.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deleting && <DeleteColumn column={column} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** What dragging does, for everyone who doesn't drag. */
function MoveItems({ columnId }: { columnId: number }) {
  const text = useText();
  const { actor } = useBoardScope();
  const ids = useBoard(({ drawn }) => drawn.columnIds);
  const at = ids.indexOf(columnId);
  const move = (to: number) => actor.send({ type: "SORT", columnIds: ids.toSpliced(at, 1).toSpliced(to, 0, columnId) });
  return (
    <>
      {at > 0 && (
        <Menu.Item
          leftSection={<IconArrowNarrowLeft size={16} stroke={1.75} className="flip" />}
          onClick={() => move(at - 1)}
        >
          {text("board.column.moveBack")}
        </Menu.Item>
      )}
      {at < ids.length - 1 && (
        <Menu.Item
          leftSection={<IconArrowNarrowRight size={16} stroke={1.75} className="flip" />}
          onClick={() => move(at + 1)}
        >
          {text("board.column.moveOn")}
        </Menu.Item>
      )}
    </>
  );
}

function LimitField({ limit, onSave }: { limit: number | null; onSave: (limit: number | null) => void }) {
  const text = useText();
  const [typed, setTyped] = useState<number | string>(limit ?? "");
  const save = () => {
    const wanted = typed === "" ? null : Number(typed);
    if (wanted !== limit) onSave(wanted);
  };
  return (
    <NumberInput
      size="xs"
      label={text("board.column.limit")}
      placeholder={text("board.column.noLimit")}
      min={1}
      max={999}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      value={typed}
      onChange={setTyped}
      onBlur={save}
      onKeyDown={(event) => {
        event.stopPropagation(); // digits and letters are not the menu's
        if (event.key === "Enter") save();
      }}
    />
  );
}
