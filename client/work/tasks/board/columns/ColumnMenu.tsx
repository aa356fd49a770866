import { Popover, SegmentedControl, UnstyledButton } from "@mantine/core";
import { IconArrowNarrowLeft, IconArrowNarrowRight, IconPencil, IconTemplate, IconTrash } from "@tabler/icons-react";
import { type ReactElement, type ReactNode, useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Column } from "../../../../../shared/work/tasks/tasks.board";
import { updateColumn } from "../../../../../shared/work/tasks/columns.contract";
import { type ColumnKind, columnKinds } from "../../../../../shared/work/tasks/tasks.schema";
import { SavedNumberField } from "../../../../ui/fields/SavedNumberField";
import { mayClosePopover } from "../../../../ui/fields/unreadable-text";
import { useText } from "../../../../platform/intl/useText";
import { paths } from "../../../../platform/paths";
import { useAction } from "../../../../platform/query";
import { ColumnColor } from "./ColumnColor";
import classes from "./ColumnMenu.module.css";
import { DeleteColumn } from "./DeleteColumn";
import { useBoard, useBoardScope } from "../../state/useBoard";
import { useDefaultTemplate } from "../../tasks.slots";

interface ColumnMenuProps {
  column: Column;
  onRename: () => void;
  children: (button: { onClick: () => void }) => ReactElement;
}

export function ColumnMenu({ column, onRename, children }: ColumnMenuProps) {
  const text = useText();
  const kindLabel = useId();
  const [open, setOpen] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const { projectId } = useBoardScope();
  const [dropdown, setDropdown] = useState<HTMLDivElement | null>(null);
  const toggle = (next: boolean) => setOpen(next || !mayClosePopover(dropdown));
  const save = useAction(updateColumn);
  const set = (body: Partial<Pick<Column, "kind" | "color" | "wip_limit">>) =>
    save.mutate({ params: { id: column.id }, body: body as never });
  const and = (run: () => void) => () => {
    setOpen(false);
    run();
  };
  return (
    <>
      <Popover opened={open} onChange={toggle} width={248} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>{children({ onClick: () => toggle(!open) })}</Popover.Target>
        <Popover.Dropdown
          ref={setDropdown}
          className={classes.dropdown}
          aria-label={text("board.column.menu", { title: column.title })}
        >
          <Item icon={<IconPencil size={16} stroke={1.75} aria-hidden />} onClick={and(onRename)}>
            {text("board.column.rename")}
          </Item>
          <Item
            icon={<IconTemplate size={16} stroke={1.75} aria-hidden />}
            onClick={() => void navigate(`${paths.taskTemplates(projectId)}?column=${column.id}`)}
          >
            <span className={classes.lines}>
              {text("taskTemplates.new")}
              <DefaultTemplateNote columnId={column.id} />
            </span>
          </Item>
          <MoveItems columnId={column.id} />
          <div className={classes.group}>
            <span id={kindLabel} className={classes.label}>
              {text("board.column.kind")}
            </span>
            <SegmentedControl
              fullWidth
              aria-labelledby={kindLabel}
              value={column.kind}
              data={columnKinds.map((kind) => ({ value: kind, label: text(`board.kind.${kind}`) }))}
              onChange={(kind) => set({ kind: kind as ColumnKind })}
            />
          </div>
          <div className={classes.group}>
            <ColumnColor color={column.color} onChange={(color) => set({ color })} />
          </div>
          <div className={classes.group}>
            <SavedNumberField
              key={column.wip_limit}
              label={text("board.column.limit")}
              placeholder={text("board.column.noLimit")}
              max={999}
              value={column.wip_limit}
              onSave={(wip_limit) => set({ wip_limit })}
            />
          </div>
          <div className={classes.end}>
            <Item
              danger
              icon={<IconTrash size={16} stroke={1.75} aria-hidden />}
              onClick={and(() => setDeleting(true))}
            >
              {text("board.column.delete")}
            </Item>
          </div>
        </Popover.Dropdown>
      </Popover>
      {deleting && <DeleteColumn column={column} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** Names the template from which new tasks of the column start. */
function DefaultTemplateNote({ columnId }: { columnId: number }) {
  const text = useText();
  const { projectId } = useBoardScope();
  const { template } = useDefaultTemplate(projectId, columnId);
  return template && <span className={classes.note}>{text("taskTemplates.default", { title: template.title })}</span>;
}

function Item({
  icon,
  danger,
  onClick,
  children,
}: {
  icon: ReactNode;
  danger?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <UnstyledButton className={classes.item} data-danger={danger || undefined} onClick={onClick}>
      {icon}
      {children}
    </UnstyledButton>
  );
}

/** Moves a column by menu, as an alternative to dragging. */
function MoveItems({ columnId }: { columnId: number }) {
  const text = useText();
  const { actor } = useBoardScope();
  const ids = useBoard(({ drawn }) => drawn.columnIds);
  const at = ids.indexOf(columnId);
  const move = (to: number) => actor.send({ type: "SORT", columnIds: ids.toSpliced(at, 1).toSpliced(to, 0, columnId) });
  return (
    <>
      {at > 0 && (
        <Item
          icon={<IconArrowNarrowLeft size={16} stroke={1.75} className="flip" aria-hidden />}
          onClick={() => move(at - 1)}
        >
          {text("board.column.moveBack")}
        </Item>
      )}
      {at < ids.length - 1 && (
        <Item
          icon={<IconArrowNarrowRight size={16} stroke={1.75} className="flip" aria-hidden />}
          onClick={() => move(at + 1)}
        >
          {text("board.column.moveOn")}
        </Item>
      )}
    </>
  );
}
