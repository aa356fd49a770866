import { CancelButton } from "../../ui/CancelButton";
import { useLengthError } from "../../ui/fields/length";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { SavedView } from "../../../shared/work/views/views.contract";
import { maxViewNameLength, type ViewScope } from "../../../shared/work/views/views.schema";
import { useText } from "../../platform/intl/useText";
import { Dialog } from "../../ui/Dialog";
import { useShareScope } from "./useViews";
import classes from "./views.module.css";
import flow from "../../ui/layout/flow.module.css";

interface ViewDialogProps {
  title: string;
  projectId: number | null;
  /** The view to rename; null for a new view, which also has a scope. */
  view: SavedView | null;
  isPending: boolean;
  onSave: (name: string, scope: ViewScope) => void;
  onClose: () => void;
}

export function ViewDialog({ title, projectId, view, isPending, onSave, onClose }: ViewDialogProps) {
  const text = useText();
  const [name, setName] = useState(view?.name ?? "");
  const error = useLengthError()(name, maxViewNameLength);
  const [isShared, setShared] = useState(false);
  const shareScope = useShareScope(projectId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !error && !isPending) onSave(name.trim(), isShared && shareScope ? shareScope : "own");
  };
  return (
    <Dialog opened onClose={onClose} title={title} size={420}>
      <form onSubmit={submit} className={flow.stack}>
        <TextInput
          label={text("view.name")}
          value={name}
          error={error}
          dir="auto"
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {!view && shareScope && (
          <Checkbox
            label={text(shareScope === "tenant" ? "view.sharedTenant" : "view.shared")}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        <footer className={classes.actions}>
          <CancelButton isSending={isPending} onClick={onClose} />
          <Button type="submit" variant="filled" disabled={!name.trim()} loading={isPending}>
            {text("action.save")}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
