import { CancelButton } from "../../ui/CancelButton";
import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Button, PasswordInput, Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { changeSignOn, readSignOn, signOnSchema } from "../../../shared/identity/session/sign-on.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, readQueryOptions } from "../../platform/query";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { useForm } from "../../ui/form/form";
import { mergeChanges, useEditedForm } from "../../ui/form/useEditedRecord";
import { Form } from "../../ui/form/Form";
import { toast } from "../../ui/toast/toast";
import classes from "./security.module.css";
import { SignOnRoles, type RoleRow, toRoleRow } from "./SignOnRoles";
import type { SignOnReply } from "./SignOnPanel";

interface SignOnFormProps {
  reply: SignOnReply;
  /** Asks for the password if the server requires it, then continues. */
  confirmed: (act: () => Promise<void>) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
}

const idText = (id: number | null | undefined) => (id === null || id === undefined ? null : String(id));

const valuesOf = (data: SignOnReply["data"]) => ({
  name: data?.name ?? "",
  issuer: data?.issuer ?? "",
  client_id: data?.client_id ?? "",
  client_secret: "",
  domains: data?.domains ?? [],
  role_id: idText(data?.role_id),
  role_claim: data?.role_claim ?? "",
  roles: (data?.roles ?? []).map(toRoleRow),
  required: data?.required ?? false,
  exempt_user_id: idText(data?.exempt_user_id),
  version: data?.version ?? 0,
});

type Values = ReturnType<typeof valuesOf>;

/**
 * Fields that are overwritten only together: a secret must not be sent to the provider that another administrator has entered meanwhile, and
 * roles belong to their claim.
 */
const groups = [
  ["issuer", "client_id", "client_secret"],
  ["role_claim", "roles"],
  ["required", "exempt_user_id"],
] as const;

/** The stored settings with the fields that the user has changed. If single sign-on was removed, all typed values are kept. */
const mergedValues = (form: { start: Values; typed: Values }, stored: Values): Values =>
  stored.version === 0 ? form.typed : mergeChanges(form, stored, groups);

export function SignOnForm({ reply, confirmed, onSaved, onClose }: SignOnFormProps) {
  const text = useText();
  const { data, administrators, role_options: roles } = reply;
  const form = useForm(signOnSchema, {
    initialValues: valuesOf(data),
    onSubmit: (values) =>
      confirmed(async () => {
        const body = { ...values, version: edited.version };
        const { message } = await call(changeSignOn, { body }).catch(async (error: Error) => {
          // Keeps the typed values: saving again sets up single sign-on anew.
          if (error instanceof ProblemError && error.code === "signOn.removed")
            edited.overwrite({ version: 0, data: null });
          // Saving again overwrites only the fields that the user has changed. If this read fails, saving again is refused again.
          if (error instanceof ProblemError && error.code === "conflict") {
            const current = await queryClient.fetchQuery(readQueryOptions(readSignOn)).catch(() => null);
            if (current) edited.overwrite({ version: current.data?.version ?? 0, data: current.data });
          }
          throw error;
        });
        toast.done(message);
        onSaved();
      }),
  });
  const edited = useEditedForm(
    form,
    { version: data?.version ?? 0, data },
    {
      valuesOf: (record) => valuesOf(record.data),
      contentOf: (record) => record.data && { ...record.data, version: 0, people: 0 },
      merge: mergedValues,
    },
  );
  const options = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  // A stored role that is no longer allowed stays visible; saving reports why it isn't allowed.
  const newcomers = roles.filter(({ id, for_newcomers: may }) => may || id === data?.role_id);
  const people = usePeopleOptions(administrators);
  return (
    <Form form={form} className={classes.form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <ChangedRecordNotice edited={edited} />
      <TextInput
        label={text("signOn.name")}
        description={text("signOn.name.help")}
        data-autofocus
        {...form.field("name")}
      />
      <TextInput label={text("signOn.issuer")} dir="ltr" type="url" autoComplete="off" {...form.field("issuer")} />
      <TextInput label={text("signOn.clientId")} dir="ltr" autoComplete="off" {...form.field("client_id")} />
      <PasswordInput
        label={text("signOn.clientSecret")}
        description={data && text("signOn.clientSecret.kept")}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": text("password.show") }}
        {...form.field("client_secret")}
      />
      <TagsInput
        label={text("signOn.domains")}
        description={text("signOn.domains.help")}
        dir="ltr"
        splitChars={[",", " ", ";"]}
        acceptValueOnBlur
        {...form.valueProps<string[]>("domains")}
      />
      <Select
        label={text("signOn.role")}
        description={text("signOn.role.help")}
        allowDeselect={false}
        data={options(newcomers)}
        {...form.valueProps<string | null>("role_id")}
      />
      <TextInput
        label={text("signOn.roleClaim")}
        description={text("signOn.roleClaim.help")}
        dir="ltr"
        {...form.field("role_claim")}
      />
      {form.values.role_claim !== "" && <SignOnRoles roles={options(roles)} {...form.valueProps<RoleRow[]>("roles")} />}
      <Switch label={text("signOn.required")} description={text("signOn.required.help")} {...form.check("required")} />
      {form.values.required && (
        <Select
          clearable
          label={text("signOn.exempt")}
          description={text("signOn.exempt.help")}
          data={people}
          {...form.valueProps<string | null>("exempt_user_id")}
        />
      )}
      <footer className={classes.actions}>
        <CancelButton isSending={form.sending} onClick={onClose} />
        <Button type="submit" variant="filled" loading={form.sending}>
          {text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}
