import { Switch } from "@mantine/core";
import { useState } from "react";
import { updateUser } from "../../../shared/people/user-changes.contract";
import { useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { toast } from "../../ui/toast/toast";
import { refreshPeople } from "./refresh";
import type { Employee } from "./useEmployees";

/** Switches an account on at once, and off when asked again: that ends what its person is doing. */
export function ActiveSwitch({ employee }: { employee: Employee }) {
  const text = useText();
  const [asks, setAsks] = useState(false);
  const { id, version, fullname = "", active = false, can } = employee;
  const change = useAction(updateUser, {
    onSuccess: () => {
      toast.done(text(active ? "people.deactivated" : "people.activated"));
      refreshPeople();
    },
    onSettled: () => setAsks(false),
  });
  const set = (next: boolean) => change.mutate({ params: { id }, body: { active: next, version } });
  return (
    <>
      <Switch
        size="sm"
        checked={active}
        disabled={change.isPending || !(active ? can?.deactivate : can?.activate)}
        aria-label={text("people.activeOf", { name: fullname })}
        onChange={() => (active ? setAsks(true) : set(true))}
      />
      <ConfirmDialog
        opened={asks}
        title={text("people.deactivate.ask", { name: fullname })}
        confirmLabel={text("people.deactivate")}
        pending={change.isPending}
        onConfirm={() => set(false)}
        onClose={() => setAsks(false)}
      >
        {text("people.deactivate.why")}
      </ConfirmDialog>
    </>
  );
}
