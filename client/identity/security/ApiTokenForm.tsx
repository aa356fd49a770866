import { permissionsByArea } from "../../../shared/access";
import { Button, Checkbox, Select, TextInput } from "@mantine/core";
import { apiTokenDays, apiTokenSchema, createApiToken } from "../../../shared/identity/session/api-token.contract";
import { projectPermissions } from "../../../shared/kernel/permissions";
import type { Scope } from "../../../shared/kernel/scopes";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import { toast } from "../../ui/toast/toast";
import classes from "./security.module.css";

interface ApiTokenFormProps {
  confirmed: (act: () => Promise<void>) => Promise<unknown>;
  onMade: (token: string) => void;
}

interface Group {
  area: (typeof permissionsByArea)[number]["area"] | "inProjects";
  scopes: readonly Scope[];
}

function useScopes(): Group[] {
  const { permissions } = useCurrentUser();
  const ownPermissions = new Set<string>(permissions);
  const own = permissionsByArea.map(
    ({ area, codes }): Group => ({ area, scopes: codes.filter((code) => ownPermissions.has(code)) }),
  );
  const inProjects = projectPermissions.filter((code) => !ownPermissions.has(code));
  return [{ area: "inProjects" as const, scopes: inProjects }, ...own].filter(({ scopes }) => scopes.length > 0);
}

export function ApiTokenForm({ confirmed, onMade }: ApiTokenFormProps) {
  const text = useText();
  const groups = useScopes();
  const form = useForm(apiTokenSchema, {
    initialValues: { name: "", scopes: [] as string[], days: "90" },
    onSubmit: (body) =>
      confirmed(async () => {
        const { data, message } = await call(createApiToken, { body });
        toast.done(message ?? "");
        onMade(data.token);
      }),
  });
  return (
    <Form form={form} className={classes.form}>
      <TextInput
        label={text("apiTokens.name")}
        description={text("apiTokens.name.help")}
        data-autofocus
        {...form.field("name")}
      />
      <Select
        label={text("apiTokens.days")}
        allowDeselect={false}
        data={apiTokenDays.map((days) => ({ value: String(days), label: text("apiTokens.daysOf", { count: days }) }))}
        {...form.valueProps<string | null>("days")}
      />
      <Checkbox.Group label={text("apiTokens.scopes")} {...form.valueProps<string[]>("scopes")}>
        <div className={classes.scopes}>
          {groups.map(({ area, scopes }) => (
            <fieldset key={area}>
              <legend>{text(`permissionArea.${area}`)}</legend>
              {scopes.map((scope) => (
                <Checkbox key={scope} size="sm" value={scope} label={text(`permission.${scope}`)} />
              ))}
            </fieldset>
          ))}
        </div>
      </Checkbox.Group>
      <Button type="submit" variant="filled" loading={form.sending}>
        {text("apiTokens.make")}
      </Button>
    </Form>
  );
}
