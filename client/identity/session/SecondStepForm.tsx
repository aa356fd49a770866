import { Anchor, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { object } from "yup";
import { latinDigits } from "../../../shared/kernel/digits";
import { textField } from "../../../shared/kernel/fields";
import type { PendingSignIn } from "../../../shared/identity/session/session.contract";
import { confirmTotpSchema } from "../../../shared/identity/session/second-factor.contract";
import { useText } from "../../platform/intl/useText";
import { submitSecondStep, session } from "./session";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import { PasskeyActionButton } from "./PasskeyActionButton";
import classes from "./session.module.css";
import { requestPasskey, hasPasskeys } from "./webauthn";

type SecondStepMethod = "code" | "passkey" | "recovery";

export function SecondStepForm({ pending }: { pending: PendingSignIn }) {
  const text = useText();
  const passkey = hasPasskeys() ? pending.passkey : null;
  const methods: SecondStepMethod[] = [
    ...(pending.totp ? ["code" as const] : []),
    ...(passkey ? ["passkey" as const] : []),
    "recovery",
  ];
  const [method, setMethod] = useState<SecondStepMethod>(methods[0] ?? "recovery");
  return (
    <>
      {method === "code" && <CodeForm />}
      {method === "passkey" && passkey && <PasskeyStep options={passkey} />}
      {method === "recovery" && <RecoveryForm />}
      <div className={classes.ways}>
        {methods
          .filter((one) => one !== method)
          .map((one) => (
            <Anchor
              key={one}
              component="button"
              type="button"
              className="link"
              underline="never"
              onClick={() => setMethod(one)}
            >
              {text(`secondStep.by.${one}`)}
            </Anchor>
          ))}
        <Anchor
          component="button"
          type="button"
          className="link"
          underline="never"
          onClick={() => session.send({ type: "startOver" })}
        >
          {text("secondStep.startOver")}
        </Anchor>
      </div>
    </>
  );
}

function CodeForm() {
  const text = useText();
  const form = useForm(confirmTotpSchema, {
    initialValues: { code: "" },
    onSubmit: ({ code }) => submitSecondStep({ code }),
  });
  return (
    <Form form={form}>
      <TextInput
        label={text("secondStep.code")}
        description={text("secondStep.code.help")}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        dir="ltr"
        {...form.field("code")}
        onChange={(event) => form.setValue("code", latinDigits(event.currentTarget.value))}
      />
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending}>
        {text("login.submit")}
      </Button>
    </Form>
  );
}

const recoverySchema = object({ recovery_code: textField(40).required("field.required") });

function RecoveryForm() {
  const text = useText();
  const form = useForm(recoverySchema, {
    initialValues: { recovery_code: "" },
    onSubmit: ({ recovery_code }) => submitSecondStep({ recovery_code }),
  });
  return (
    <Form form={form}>
      <TextInput
        label={text("secondStep.recovery")}
        description={text("secondStep.recovery.help")}
        autoComplete="off"
        autoFocus
        dir="ltr"
        {...form.field("recovery_code")}
      />
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending}>
        {text("login.submit")}
      </Button>
    </Form>
  );
}

function PasskeyStep({ options }: { options: Record<string, unknown> }) {
  const text = useText();
  const enter = async () => submitSecondStep({ passkey: await requestPasskey(options) });
  return <PasskeyActionButton variant="filled" autoFocus label={text("secondStep.passkey")} enter={enter} />;
}
