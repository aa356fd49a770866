import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import { CancelButton } from "../CancelButton";
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
        <CancelButton isSending={form.sending} onClick={form.cancel(onClose)} />
        <Button type="submit" variant="filled" loading={form.sending}>
          {saveLabel ?? text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}
