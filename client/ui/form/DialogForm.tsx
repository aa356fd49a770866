import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import { CancelButton } from "../CancelButton";
import flow from "../layout/flow.module.css";
import { Form } from "./Form";
import type { FormState, useForm } from "./form";

interface DialogFormProps {
  form: FormState & Pick<ReturnType<typeof useForm>, "cancel">;
  onClose: () => void;
  /** "Save" by default. */
  submitLabel?: string;
  canSubmit?: boolean;
  children: ReactNode;
}

/** Form of a dialog, with buttons that cancel and submit it. */
export function DialogForm({ form, onClose, submitLabel, canSubmit = true, children }: DialogFormProps) {
  const text = useText();
  return (
    <Form form={form}>
      {children}
      <footer className={flow.actions}>
        <CancelButton isSending={form.sending} onClick={form.cancel(onClose)} />
        <Button type="submit" variant="filled" loading={form.sending} disabled={!canSubmit}>
          {submitLabel ?? text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}
