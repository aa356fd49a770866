import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import { DraftGuard } from "../form/DraftGuard";
import type { FormState } from "../form/form";
import { Form } from "../form/Form";
import classes from "./records.module.css";

interface PanelFormProps {
  form: FormState & { dirty: boolean };
  onClose: () => void;
  saveLabel?: string;
  children: ReactNode;
}

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
