import { Button, Select, Switch, TextInput } from "@mantine/core";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { languages } from "../../../shared/kernel/languages";
import { type readTenant, updateTenant } from "../../../shared/administration/tenants/tenants.contract";
import { tenantSchema, themes } from "../../../shared/administration/tenants/tenants.schema";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { useEditedForm } from "../../ui/form/useEditedRecord";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import classes from "./tenants.module.css";
import { brandExample, brandProblem, nearestBrandColor } from "../../../shared/administration/tenants/brand.rules";
import flow from "../../ui/layout/flow.module.css";

/** November 15, 2026 is a Sunday; used to format weekday names. */
const dayOfWeek = (weekday: number) => `2026-11-${15 + weekday}`;

function Weekend({ value, onChange }: { value: readonly number[]; onChange(days: number[]): void }) {
  const text = useText();
  const { day } = useFormat();
  return (
    <fieldset className={classes.days}>
      <legend>{text("tenant.weekend")}</legend>
      <p>{text("tenant.weekend.why")}</p>
      {Array.from({ length: 7 }, (_, one) => (
        <button
          key={one}
          type="button"
          aria-pressed={value.includes(one)}
          onClick={() => onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one])}
        >
          {day(dayOfWeek(one), "weekday")}
        </button>
      ))}
    </fieldset>
  );
}

export type Tenant = ReplyOf<typeof readTenant>["data"];

const valuesOf = (tenant: Tenant) => ({
  name: tenant.name,
  website: tenant.website ?? "",
  time_zone: tenant.time_zone,
  weekend: tenant.weekend,
  language: tenant.language ?? "",
  theme: tenant.theme ?? "",
  brand_color: tenant.brand_color ?? "",
  mail_sender: tenant.mail_sender ?? "",
  enforce_room_capacity: tenant.enforce_room_capacity,
});

export function TenantDetails({ tenant }: { tenant: Tenant }) {
  const text = useText();
  const form = useForm(tenantSchema, {
    initialValues: valuesOf(tenant),
    onSubmit: async (values) => {
      const body = { ...values, version: edited.version };
      try {
        const { message, data } = await call(updateTenant, { body });
        toast.done(message ?? "");
        edited.saved(data);
      } catch (error) {
        // Saving again overwrites only the fields that the user has changed.
        if (error instanceof ProblemError && error.code === "organization.stale")
          edited.overwrite(error.record as Tenant);
        throw error;
      }
    },
  });
  const edited = useEditedForm(form, tenant, { valuesOf });
  const zones = [...new Set(["UTC", tenant.time_zone, ...Intl.supportedValuesOf("timeZone")])];
  const languageOptions = Object.entries(languages).map(([value, { name }]) => ({ value, label: name }));
  const color = form.valueProps<string>("brand_color");
  return (
    <Form form={form} className={flow.stackWide}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <ChangedRecordNotice edited={edited} />
      <Panel title={text("tenant.details")} padded>
        <div className={classes.form}>
          <TextInput label={text("tenant.name")} required {...form.field("name")} />
          <TextInput label={text("tenant.website")} type="url" dir="ltr" {...form.field("website")} />
          <TextInput
            label={text("tenant.domain")}
            description={text("tenant.domain.why")}
            value={tenant.domain}
            dir="ltr"
            readOnly
          />
          <Select
            label={text("tenant.timeZone")}
            description={text("tenant.timeZone.why")}
            searchable
            allowDeselect={false}
            data={zones}
            {...form.valueProps<string | null>("time_zone")}
          />
          <Weekend value={form.values.weekend} onChange={(days) => form.setValue("weekend", days)} />
          <TextInput
            label={text("tenant.sender")}
            description={text("tenant.sender.why")}
            placeholder={tenant.name}
            {...form.field("mail_sender")}
          />
          <Switch
            label={text("tenant.roomCapacity")}
            description={text("tenant.roomCapacity.why")}
            {...form.check("enforce_room_capacity")}
          />
        </div>
      </Panel>
      <Panel title={text("tenant.look")} padded>
        <div className={classes.form}>
          <Select
            label={text("tenant.language")}
            description={text("tenant.default.why")}
            allowDeselect={false}
            data={[{ value: "", label: text("tenant.language.none") }, ...languageOptions]}
            {...form.valueProps<string | null>("language")}
          />
          <Select
            label={text("tenant.theme")}
            description={text("tenant.default.why")}
            allowDeselect={false}
            data={themes.map((theme) => ({ value: theme, label: text(`tenant.theme.${theme}`) }))}
            {...form.valueProps<string | null>("theme")}
            value={form.values.theme || "light"}
          />
          <BrandColor
            value={color.value}
            error={color.error as string | undefined}
            onChange={color.onChange}
            onBlur={color.onBlur}
          />
        </div>
      </Panel>
      <div>
        <Button type="submit" variant="filled" loading={form.sending} disabled={!form.dirty}>
          {text("action.save")}
        </Button>
      </div>
    </Form>
  );
}

interface BrandColorProps {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  onBlur(): void;
}

function BrandColor({ value, error, onChange, onBlur }: BrandColorProps) {
  const text = useText();
  const color = /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null;
  const fault = color && brandProblem(color);
  const nearest = fault ? nearestBrandColor(color) : null;
  return (
    <div className={classes.color}>
      <div className={classes.picked}>
        <TextInput
          label={text("tenant.color")}
          description={text("tenant.color.why")}
          dir="ltr"
          name="brand_color"
          value={value}
          error={fault ? text(`field.brandContrast.${fault}`) : error}
          onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
          onBlur={onBlur}
        />
        <input
          type="color"
          aria-label={text("tenant.color.pick")}
          className={classes.swatch}
          value={color ?? brandExample}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      {nearest && (
        <Button onClick={() => onChange(nearest)}>
          <span className={classes.dot} style={{ background: nearest }} aria-hidden />
          {text("tenant.color.nearest", { color: nearest.toUpperCase() })}
        </Button>
      )}
    </div>
  );
}
