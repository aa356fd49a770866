import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import { DraftGuard } from "../form/DraftGuard";
import type { FormState, useForm } from "../form/form";
import { Form } from "../form/Form";
import classes from "./records.module.css";

interface PanelFormProps {
  form: FormState & Pick<ReturnType<typeof useForm>, "dirty" | "cancel">;
  onClose: () => void;
  saveLabel?: string;
  children: ReactNode;
}

export function PanelForm({ form, onClose, saveLabel, children }: PanelFormProps) {
  const text = useText();
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} onDiscard={form.draft.forget} />
      {children}
      <footer className={classes.footer}>
        <Button variant="subtle" color="gray" onClick={form.cancel(onClose)}>
          {text("action.cancel")}
        </Button>
        <Button type="submit" variant="filled" loading={form.sending}>
          {saveLabel ?? text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}
