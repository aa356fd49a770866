import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { latinDigits } from "../../../shared/kernel/digits";
import {
  startOperatorSession,
  operatorSignInSchema,
  endOperatorSession,
  readOperator,
} from "../../../shared/operations/operator/operator-session.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, refetch, useAction, useEndpoint } from "../../platform/query";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { BrandMark } from "../../ui/signs/BrandMark";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { OverviewScreen } from "./OverviewScreen";
import classes from "./operator.module.css";

/** `appearance` are the controls for theme and language. */
export function OperatorPage({ appearance }: { appearance: ReactNode }) {
  const text = useText();
  // While signed out, a refetch would replace the form and discard typed input.
  const session = useEndpoint(
    readOperator,
    {},
    {
      retry: false,
      refetchInterval: ({ state }) => (state.data ? 60_000 : false),
      refetchOnWindowFocus: ({ state }) => state.data !== undefined,
      refetchOnReconnect: ({ state }) => state.data !== undefined,
    },
  );
  const refused = session.error instanceof ProblemError ? session.error.status : null;
  const email = refused === null ? session.data?.data.email : undefined;
  useEffect(() => {
    document.title = text("app.title", { screen: text("operator.title") });
  }, [text]);
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <BrandMark />
        <span className={classes.name}>{text("operator.title")}</span>
        <span className={classes.end}>
          {email && <bdi className={classes.email}>{email}</bdi>}
          {appearance}
          {email && <SignOut />}
        </span>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {email !== undefined && <OverviewScreen />}
        {refused === 401 && <SignIn />}
        {refused === 404 && (
          <div className={classes.login}>
            <h1>{text("operator.closed")}</h1>
            <p>{text("operator.closed.lead")}</p>
          </div>
        )}
        {email === undefined && refused !== 401 && refused !== 404 && (
          <div className={classes.login}>
            {session.error ? (
              <ErrorState error={session.error} onRetry={() => void session.refetch()} retrying={session.isFetching} />
            ) : (
              <SkeletonRows />
            )}
          </div>
        )}
      </main>
    </div>
  );
}

function SignIn() {
  const text = useText();
  const form = useForm(operatorSignInSchema, {
    initialValues: { email: "", password: "", code: "" },
    onSubmit: async (body) => {
      await call(startOperatorSession, { body });
      await refetch(readOperator);
    },
  });
  return (
    <div className={classes.login}>
      <h1>{text("operator.signIn")}</h1>
      <Form form={form}>
        <TextInput
          label={text("login.email")}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoFocus
          {...form.field("email")}
        />
        <PasswordInput
          label={text("login.password")}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ "aria-label": text("password.show") }}
          {...form.field("password")}
        />
        <TextInput
          label={text("secondStep.code")}
          description={text("secondStep.code.help")}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          {...form.field("code")}
          onChange={(event) => form.setValue("code", latinDigits(event.currentTarget.value))}
        />
        <Button type="submit" variant="filled" size="md" loading={form.sending}>
          {text("login.submit")}
        </Button>
      </Form>
    </div>
  );
}

function SignOut() {
  const text = useText();
  const { mutate, isPending } = useAction(endOperatorSession, {
    onSettled: () => queryClient.resetQueries(),
  });
  return (
    <Button size="xs" loading={isPending} onClick={() => mutate({})}>
      {text("action.logOut")}
    </Button>
  );
}
