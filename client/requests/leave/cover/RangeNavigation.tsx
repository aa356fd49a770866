import { ActionIcon, Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useText } from "../../../platform/intl/useText";
import { stepRange, type TeamView } from "./team-range";

interface RangeStepsProps {
  day: string;
  view: TeamView;
  today?: string;
  onStep: (day: string) => void;
}

export function RangeNavigation({ day, view, today, onStep }: RangeStepsProps) {
  const text = useText();
  return (
    <Group className="time-axis" gap={4} wrap="nowrap">
      <ActionIcon aria-label={text(`team.previous.${view}`)} onClick={() => onStep(stepRange(day, view, -1))}>
        <IconChevronLeft size={16} stroke={1.75} />
      </ActionIcon>
      {today && (
        <Button size="xs" onClick={() => onStep(today)}>
          {text("team.today")}
        </Button>
      )}
      <ActionIcon aria-label={text(`team.next.${view}`)} onClick={() => onStep(stepRange(day, view, 1))}>
        <IconChevronRight size={16} stroke={1.75} />
      </ActionIcon>
    </Group>
  );
}
