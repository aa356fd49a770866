import { Button, Popover, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { lazyWithRetry } from "../states/lazy-with-retry";

function NativeDayField({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  return (
    <TextInput
      type="date"
      aria-label={value}
      value={value}
      onChange={({ currentTarget }) => currentTarget.value && onChange(currentTarget.value)}
    />
  );
}

const DayCalendar = lazyWithRetry(async () => (await import("./DayCalendar")).DayCalendar, { failed: NativeDayField });

interface DayButtonProps {
  label: string;
  /** `YYYY-MM-DD` */
  value: string;
  onChange: (day: string) => void;
  className?: string | undefined;
  children: ReactNode;
}

export function DayButton({ label, value, onChange, className, children }: DayButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} shadow="md" radius="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          className={className}
          variant="subtle"
          color="gray"
          title={label}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          onClick={() => setOpened((now) => !now)}
        >
          {children}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {opened && (
          <DayCalendar
            value={value}
            onChange={(day) => {
              setOpened(false);
              onChange(day);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
