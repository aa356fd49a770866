import { NumberInput } from "@mantine/core";
import { useState } from "react";
import { useText } from "../platform/intl/useText";
import { wasLeft } from "../ui/leaving";

/** How many tasks are meant to be here at most. Saved by Enter or on leaving; empty means none. */
export function ColumnLimit({ limit, onSave }: { limit: number | null; onSave: (limit: number | null) => void }) {
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
      onBlur={() => wasLeft() && save()}
      onKeyDown={(event) => event.key === "Enter" && save()}
    />
  );
}
