import { IconEye } from "@tabler/icons-react";
import { Message, useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import classes from "./FormPreview.module.css";
import { FormFields } from "./fields/FormFields";
import fields from "./fields/FormFields.module.css";
import { useFormTexts } from "./useFormTexts";

type FormPreviewProps = Pick<Parameters<typeof FormFields>[0], "definition" | "answers" | "choices"> & {
  onAnswers: (answers: Record<string, unknown>) => void;
};

export function FormPreview({ definition, answers, choices, onAnswers }: FormPreviewProps) {
  const text = useText();
  const { titleOf, descriptionOf } = useFormTexts();
  const me = useCurrentUser();
  return (
    <div className={classes.preview}>
      <p className={classes.callout}>
        <IconEye size={16} stroke={1.75} aria-hidden />
        <span>
          <Message id="forms.previewAs" values={{ name: <bdi>{me.fullname}</bdi> }} />
        </span>
      </p>
      <section className={fields.sheet} aria-label={text("forms.preview")}>
        <h2>
          <bdi>{titleOf(definition)}</bdi>
        </h2>
        {definition.description && <p className={fields.why}>{descriptionOf(definition)}</p>}
        <FormFields
          definition={definition}
          answers={answers}
          errorAt={() => undefined}
          choices={choices}
          files={[]}
          onAnswer={(id, answer) => onAnswers({ ...answers, [id]: answer })}
        />
      </section>
    </div>
  );
}
