import { Anchor, Button, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { IconClockExclamation } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { loginSchema } from "../../shared/session/session.schema";
import { paths } from "../platform/paths";
import type { LoginState } from "../platform/SignedInOnly";
import { useText } from "../platform/intl/useText";
import { signIn, useTenant } from "../platform/session";
import { useForm } from "../ui/form/form";
import { Form } from "../ui/form/Form";
import { SignOnButton } from "./SignOnButton";
import { PasskeyButton } from "./PasskeyButton";
import classes from "./session.module.css";

/** Only where the organisation's issuer has to say who one is: a password is the way of one person, when it is silent. */
export function LoginWays(props: { notice: string | null }) {
  const text = useText();
  const signOn = useTenant()?.sign_on ?? null;
  const [byPassword, setByPassword] = useState(false);
  if (!signOn?.required || byPassword) return <LoginForm {...props} />;
  return (
    <>
      {props.notice && <Notice text={props.notice} />}
      <SignOnButton name={signOn.name} variant="filled" />
      <div className={classes.ways}>
        <Anchor component="button" type="button" className="link" underline="never" onClick={() => setByPassword(true)}>
          {text("signOn.byPassword")}
        </Anchor>
      </div>
    </>
  );
}

/** `notice`: why one is here again, e.g. since the last session ended by itself. */
function LoginForm({ notice }: { notice: string | null }) {
  const text = useText();
  const signOn = useTenant()?.sign_on ?? null;
  const { email = "" } = (useLocation().state ?? {}) as LoginState;
  const form = useForm(loginSchema, {
    initialValues: { email, password: "", remember: false },
    onSubmit: (values) => signIn(values),
  });
  return (
    <Form form={form}>
      {notice && <Notice text={notice} />}
      <TextInput
        label={text("login.email")}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus={email === ""}
        {...form.field("email")}
      />
      <div className={classes.withLink}>
        <Anchor component={Link} to={paths.forgotPassword} className={`link ${classes.forgot}`} underline="never">
          {text("login.forgot")}
        </Anchor>
        <PasswordInput
          label={text("login.password")}
          autoComplete="current-password"
          autoFocus={email !== ""}
          visibilityToggleButtonProps={{ "aria-label": text("password.show") }}
          {...form.field("password")}
        />
      </div>
      <Checkbox size="sm" label={text("login.remember")} {...form.check("remember")} />
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending}>
        {text("login.submit")}
      </Button>
      <PasskeyButton remember={Boolean(form.values.remember)} />
      {signOn && <SignOnButton name={signOn.name} remember={Boolean(form.values.remember)} />}
    </Form>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <p className={classes.notice} role="status">
      <IconClockExclamation size={16} stroke={1.75} aria-hidden />
      {text}
    </p>
  );
}
