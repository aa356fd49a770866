import { useState } from "react";
import { rehire } from "../../../shared/people/employment/leaving.contract";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { useAction } from "../../platform/query";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { DateField } from "../../ui/fields/DateField";
import { toast } from "../../ui/toast/toast";
import type { EmployeeDetail } from "../people/people.slots";
import { refetchEmployment } from "./refetch-employment";

export function RehireDialog({ employee, onClose }: { employee: EmployeeDetail; onClose: () => void }) {
  const text = useText();
  const today = useOrganizationToday();
  const [day, setDay] = useState<string | null>(today);
  const { mutate, isPending, error } = useAction(rehire, {
    onSuccess: ({ message }) => {
      if (message) toast.done(message);
      refetchEmployment();
      onClose();
    },
  });
  const refusal = error instanceof ProblemError ? error.errors.date_of_joining?.[0] : undefined;
  return (
    <ConfirmDialog
      opened
      tone="accent"
      title={text("people.rehire.title", { name: employee.fullname ?? "" })}
      confirmLabel={text("people.rehire.confirm")}
      pending={isPending}
      onConfirm={() => day && mutate({ params: { id: employee.id }, body: { date_of_joining: day } })}
      onClose={onClose}
    >
      <DateField
        label={text("leave.firstDay")}
        description={day !== null && day > today ? text("people.rehire.later") : undefined}
        value={day}
        onChange={setDay}
        error={refusal}
      />
    </ConfirmDialog>
  );
}
