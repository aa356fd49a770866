import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../platform/intl/useText";
import { DraftGuard } from "../ui/form/DraftGuard";
import type { FormState } from "../ui/form/form";
import { Form } from "../ui/form/Form";
import classes from "./organisation.module.css";

interface PanelFormProps {
  form: FormState & { dirty: boolean };
  onClose: () => void;
  /** What the button says that sends it; else it saves. */
  saveLabel?: string;
  children: ReactNode;
}

/** A form of a side panel, with its buttons below. Leaving the page with what isn't saved asks first. */
export function PanelForm({ form, onClose, saveLabel, children }: PanelFormProps) {
  const text = useText();
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      {children}
      <footer className={classes.footer}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        <Button type="submit" variant="filled" loading={form.sending}>
          {saveLabel ?? text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}
