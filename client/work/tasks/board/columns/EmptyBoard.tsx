import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { emptyFilter } from "../../../../../shared/work/tasks/tasks.filter.rules";
import { useText } from "../../../../platform/intl/useText";
import { EmptyState } from "../../../../ui/states/EmptyState";
import { Kbd } from "../../../../ui/keys/Kbd";
import { useBoardScope } from "../../state/useBoard";
import { useBoardFilter } from "../../filters/useBoardFilter";

export function EmptyBoard({ onAdd }: { onAdd: () => void }) {
  const text = useText();
  const { can } = useBoardScope();
  return (
    <EmptyState
      drawing={<Drawing />}
      title={text("board.empty")}
      text={can.create ? text("board.empty.why") : undefined}
      action={
        can.create && (
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAdd} rightSection={<Kbd>N</Kbd>}>
            {text("board.newTask")}
          </Button>
        )
      }
    />
  );
}

export function NoMatchingCards() {
  const text = useText();
  const { change } = useBoardFilter();
  return (
    <div data-nothing-matches>
      <EmptyState
        title={text("board.filter.none")}
        action={<Button onClick={() => change({ ...emptyFilter })}>{text("board.filter.clear")}</Button>}
      />
    </div>
  );
}

function Drawing() {
  return (
    <svg viewBox="0 0 112 64">
      <rect x="1" y="8" width="32" height="48" rx="6" strokeDasharray="4 3" />
      <rect x="40" y="8" width="32" height="22" rx="6" fill="var(--sunken)" />
      <rect x="79" y="8" width="32" height="34" rx="6" strokeDasharray="4 3" />
      <rect x="48" y="16" width="16" height="3" rx="1.5" fill="var(--c1)" stroke="none" />
    </svg>
  );
}
