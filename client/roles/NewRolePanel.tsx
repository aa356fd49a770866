import { Select, TextInput } from "@mantine/core";
import { createRole, type Role } from "../../shared/roles/roles.contract";
import { createRoleSchema } from "../../shared/roles/roles.schema";
import { PanelForm } from "../organisation/PanelForm";
import { SidePanel } from "../organisation/SidePanel";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { useCan } from "../platform/session";
import { Optional } from "../ui/fields/Optional";
import { useForm } from "../ui/form/form";
import { toast } from "../ui/toast/toast";

interface NewRolePanelProps {
  opened: boolean;
  /** The role that it begins as a copy of. */
  from: number | null;
  roles: readonly Role[];
  onClose: () => void;
}

export function NewRolePanel({ opened, ...rest }: NewRolePanelProps) {
  const text = useText();
  return (
    <SidePanel opened={opened} title={text("roles.new")} onClose={rest.onClose}>
      <Fields {...rest} />
    </SidePanel>
  );
}

function Fields({ from, roles, onClose }: Omit<NewRolePanelProps, "opened">) {
  const text = useText();
  const can = useCan();
  const copied = roles.find(({ id }) => id === from);
  const form = useForm(createRoleSchema, {
    initialValues: {
      name: copied ? text("roles.copyOf", { name: copied.name }) : "",
      from: from === null ? null : String(from),
    },
    onSubmit: async ({ name }, { idempotencyKey }) => {
      const source = roles.find(({ id }) => String(id) === form.values.from);
      // What one may not do oneself isn't one's to give.
      const permissions = source?.permissions.filter((code) => can(code)) ?? [];
      const { message } = await call(createRole, { body: { name, permissions }, idempotencyKey });
      toast.done(message ?? "");
      onClose();
    },
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("roles.name")} {...form.field("name")} />
      <Select
        label={<Optional label={text("roles.from")} />}
        clearable
        data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.choice<string | null>("from")}
      />
    </PanelForm>
  );
}
