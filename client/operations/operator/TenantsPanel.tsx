import { Button, Menu, Select, TextInput } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import { readOperatorLog, type TenantLine } from "../../../shared/operations/operator/overview.contract";
import {
  activateTenant,
  createOperatorTenant,
  deactivateTenant,
  expireTenant,
  listOperatorTenants,
  newTenantSchema,
  planCodes,
  setTenantPlan,
  tenantPlanSchema,
} from "../../../shared/operations/operator/tenants.contract";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Dialog } from "../../ui/Dialog";
import { NumberField } from "../../ui/fields/NumberField";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { Panel } from "../../ui/Panel";
import { Table } from "../../ui/Table";
import { FailedReads } from "../../ui/states/FailedReads";
import classes from "./operator.module.css";
import { useBytes } from "./useBytes";

const changes = { deactivate: deactivateTenant, activate: activateTenant, expire: expireTenant };
type Change = keyof typeof changes;
type OpenDialog = { tenant: TenantLine; change: Change | "plan" } | "new" | null;

const refetchTenants = () => refetch(listOperatorTenants, readOperatorLog);

export function TenantsPanel() {
  const text = useText();
  const { number } = useFormat();
  const query = useEndpoint(listOperatorTenants);
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const tenants = query.data?.data ?? [];
  const close = () => setOpenDialog(null);
  const heads = [
    "operator.tenant",
    "operator.tenant.plan",
    "operator.tenant.users",
    "operator.tenant.projects",
  ] as const;
  return (
    <>
      <Panel
        title={text("operator.tenants")}
        count={query.data && number(tenants.length)}
        end={
          <Button size="xs" onClick={() => setOpenDialog("new")}>
            {text("operator.tenant.new")}
          </Button>
        }
      >
        <FailedReads reads={[query]} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={text("operator.tenants")}>
          <Table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {text(head)}
                  </th>
                ))}
                <th scope="col">{text("operator.tenant.files")}</th>
                <th scope="col">
                  <span className="sr-only">{text("operator.actions")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tenants.map((tenant) => (
                <TenantRow key={tenant.id} tenant={tenant} onChange={(change) => setOpenDialog({ tenant, change })} />
              ))}
            </tbody>
          </Table>
        </div>
      </Panel>
      <Dialog opened={openDialog === "new"} onClose={close} title={text("operator.tenant.new")}>
        {openDialog === "new" && <NewTenant onClose={close} />}
      </Dialog>
      {openDialog !== null && openDialog !== "new" && openDialog.change !== "plan" && (
        <ConfirmChange tenant={openDialog.tenant} change={openDialog.change} onClose={close} />
      )}
      {openDialog !== null && openDialog !== "new" && openDialog.change === "plan" && (
        <Dialog opened onClose={close} title={text("operator.tenant.setPlan", { name: openDialog.tenant.name })}>
          <SetPlan tenant={openDialog.tenant} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

interface TenantRowProps {
  tenant: TenantLine;
  onChange: (change: Change | "plan") => void;
}

function TenantMenu({ tenant, onChange }: TenantRowProps) {
  const text = useText();
  const offered: readonly (Change | "plan")[] = ["plan", "expire", tenant.active ? "deactivate" : "activate"];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={text("operator.tenant.change", { name: tenant.name })}
        >
          <IconDots size={16} stroke={1.75} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((change) => (
          <Menu.Item key={change} onClick={() => onChange(change)}>
            {text(`operator.tenant.${change}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function TenantRow({ tenant, onChange }: TenantRowProps) {
  const text = useText();
  const { number, day } = useFormat();
  const bytes = useBytes();
  const of = (count: number, limit: number | null) =>
    limit === null ? number(count) : text("operator.tenant.of", { count, limit });
  const ends =
    tenant.plan_ends_at &&
    text(tenant.plan_ended ? "operator.tenant.ended" : "operator.tenant.until", {
      day: day(tenant.plan_ends_at, "medium"),
    });
  return (
    <tr>
      <th scope="row">
        <bdi>{tenant.name}</bdi>
        <small>
          <bdi dir="ltr">{tenant.domains.join(", ")}</bdi>
        </small>
      </th>
      <td>
        {text(`plan.${tenant.plan as (typeof planCodes)[number]}.name`)}
        <small data-bad={!tenant.active || tenant.plan_ended || undefined}>
          {tenant.active ? ends : text("operator.tenant.inactive")}
        </small>
      </td>
      <td>{of(tenant.users, tenant.user_limit)}</td>
      <td>{of(tenant.projects, tenant.project_limit)}</td>
      <td>
        {bytes(tenant.file_bytes)}
        {tenant.bin_bytes > 0 && <small>{text("operator.tenant.inBin", { size: bytes(tenant.bin_bytes) })}</small>}
      </td>
      <td className={classes.actions}>
        <TenantMenu tenant={tenant} onChange={onChange} />
      </td>
    </tr>
  );
}

function ConfirmChange({ tenant, change, onClose }: { tenant: TenantLine; change: Change; onClose: () => void }) {
  const text = useText();
  const { mutate, isPending } = useAction(changes[change], {
    onSettled: async () => {
      onClose();
      await refetchTenants();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={text(`operator.tenant.${change}`)}
      confirmLabel={text(`operator.tenant.${change}`)}
      tone={change === "activate" ? "accent" : "danger"}
      typedName={change === "activate" ? undefined : tenant.name}
      pending={isPending}
      onConfirm={() => mutate({ params: { id: tenant.id } })}
      onClose={onClose}
    >
      <p>{text(`operator.tenant.${change}.why`, { name: tenant.name })}</p>
    </ConfirmDialog>
  );
}

interface PlanFieldsProps {
  plan: Pick<ComponentProps<typeof Select<string>>, "value" | "onChange" | "onBlur" | "error">;
  days: Pick<ComponentProps<typeof NumberField>, "value" | "onChange" | "onBlur" | "error">;
}

function PlanFields({ plan, days }: PlanFieldsProps) {
  const text = useText();
  return (
    <>
      <Select<string>
        label={text("operator.tenant.plan")}
        data={planCodes.map((code) => ({ value: code, label: text(`plan.${code}.name`) }))}
        allowDeselect={false}
        {...plan}
      />
      <NumberField
        label={text("operator.tenant.days")}
        description={text("operator.tenant.days.help")}
        min={1}
        max={36_500}
        {...days}
      />
    </>
  );
}

function SetPlan({ tenant, onClose }: { tenant: TenantLine; onClose: () => void }) {
  const text = useText();
  const form = useForm(tenantPlanSchema, {
    initialValues: { plan: tenant.plan, days: "" as number | string },
    onSubmit: async (body) => {
      await call(setTenantPlan, { params: { id: tenant.id }, body });
      onClose();
      await refetchTenants();
    },
  });
  return (
    <Form form={form}>
      <PlanFields plan={form.valueProps<string | null>("plan")} days={form.valueProps<number | string>("days")} />
      <Button type="submit" variant="filled" loading={form.sending}>
        {text("action.save")}
      </Button>
    </Form>
  );
}

function NewTenant({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [firstLogin, setFirstLogin] = useState<{ email: string; password: string } | null>(null);
  const form = useForm(newTenantSchema, {
    initialValues: { name: "", domain: "", email: "", plan: "team", days: "" as number | string },
    onSubmit: async (body) => {
      setFirstLogin((await call(createOperatorTenant, { body })).data);
      await refetchTenants();
    },
  });
  if (firstLogin)
    return (
      <div className={classes.firstLogin}>
        <p>{text("operator.tenant.made")}</p>
        <bdi dir="ltr" className={classes.code}>
          {firstLogin.email}
        </bdi>
        <bdi dir="ltr" className={classes.code}>
          {firstLogin.password}
        </bdi>
        <Button variant="filled" onClick={onClose}>
          {text("action.close")}
        </Button>
      </div>
    );
  return (
    <Form form={form}>
      <TextInput label={text("operator.tenant.name")} autoComplete="off" data-autofocus {...form.field("name")} />
      <TextInput label={text("operator.tenant.domain")} autoComplete="off" dir="ltr" {...form.field("domain")} />
      <TextInput label={text("operator.tenant.email")} type="email" autoComplete="off" {...form.field("email")} />
      <PlanFields plan={form.valueProps<string | null>("plan")} days={form.valueProps<number | string>("days")} />
      <Button type="submit" variant="filled" loading={form.sending}>
        {text("operator.tenant.new")}
      </Button>
    </Form>
  );
}
