import { useState } from "react";
import { planChange } from "../../../shared/people/employment/employment.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { DateField } from "../../ui/fields/DateField";
import { toast } from "../../ui/toast/toast";
import type { ChartNode } from "./chart-tree";
import tones from "../../ui/layout/tones.module.css";

export interface ManagerChange {
  node: ChartNode;
  /** Null removes the manager. */
  manager: ChartNode | null;
  /** Today's date in the tenant's time zone. */
  today: string;
}

export function MoveDialog({ move: { node, manager, today }, onClose }: { move: ManagerChange; onClose: () => void }) {
  const text = useText();
  const [pending, setPending] = useState(false);
  const [on, setOn] = useState<string | null>(today);
  const [wrong, setWrong] = useState<string | null>(null);
  const confirm = async () => {
    if (on === null) return;
    setPending(true);
    setWrong(null);
    try {
      const body = { type: "change" as const, effective_on: on, parent_id: manager?.item.id ?? null };
      const { message } = await call(planChange, { params: { id: node.item.id }, body });
      toast.done(message ?? "");
      onClose();
    } catch (error) {
      const message = error instanceof ProblemError ? error.errors.effective_on?.[0] : undefined;
      if (message) setWrong(message);
      else reportFailure(error as Error);
    } finally {
      setPending(false);
    }
  };
  const names = { name: node.item.name, manager: manager?.item.name ?? "", before: node.parent?.item.name ?? "" };
  return (
    <ConfirmDialog
      opened
      tone="accent"
      title={text(manager ? "orgChart.move.title" : "orgChart.move.top", names)}
      confirmLabel={text("orgChart.move")}
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className={tones.muted}>
        {node.parent && text("orgChart.move.before", names)} {text("orgChart.move.why")}
      </p>
      <DateField
        label={text("employment.effectiveOn")}
        description={text("employment.effectiveOn.why")}
        value={on}
        onChange={setOn}
        error={wrong ?? (on === null ? text("field.required") : null)}
      />
    </ConfirmDialog>
  );
}
