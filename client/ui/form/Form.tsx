import { IconAlertCircle } from "@tabler/icons-react";
import type { FormEvent, ReactNode } from "react";
import { useIntl } from "react-intl";
import type { FormState } from "./form";
import classes from "./Form.module.css";
import { StoredDraftNotice } from "./StoredDraftNotice";

interface FormProps {
  form: FormState;
  children: ReactNode;
  className?: string;
}

export function Form({ form, children, className }: FormProps) {
  const intl = useIntl();
  const { attach, sending: isSubmitting, problem, draft } = form;
  // The form of a dialog inside this one is elsewhere in the document, but its events reach this form.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (event.target === event.currentTarget) form.onSubmit(event);
  };
  return (
    <form ref={attach} onSubmit={onSubmit} noValidate data-stored-draft={draft.key ?? undefined}>
      <fieldset disabled={isSubmitting} className={`${classes.fields} ${className ?? ""}`}>
        {problem && (
          <p className={classes.problem} role="alert">
            <IconAlertCircle size={16} stroke={1.75} aria-hidden />
            {problem in intl.messages ? intl.formatMessage({ id: problem }) : problem}
          </p>
        )}
        {draft.restored && <StoredDraftNotice at={draft.restored.at} onDiscard={draft.discard} other={draft.other} />}
        {children}
      </fieldset>
    </form>
  );
}
