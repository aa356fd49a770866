import { Button, Select, TextInput } from "@mantine/core";
import { useRef } from "react";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { type Language, languageCodes, languages } from "../../shared/kernel/languages";
import { ownProfile } from "../../shared/people/users.contract";
import { changeProfile } from "../../shared/profile/profile.contract";
import { profileSchema } from "../../shared/profile/profile.schema";
import { call } from "../platform/api";
import { shown$ } from "../platform/intl/language";
import { useFormat, useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { keyOf, queryClient } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { rememberOnAccount, switchLanguage } from "../platform/settings";
import { chooseTaskLayout, isTaskLayout, taskLayout$, taskLayouts } from "../platform/task-layout";
import { useValue } from "../platform/value";
import { chooseWeekStart, isWeekStart, useWeekStart, type WeekStart, weekStarts } from "../platform/week";
import { Optional } from "../ui/fields/Optional";
import { DraftGuard } from "../ui/form/DraftGuard";
import { useForm } from "../ui/form/form";
import { Form } from "../ui/form/Form";
import { Panel } from "../ui/Panel";
import { toast } from "../ui/toast/toast";
import { Birthday } from "./Birthday";
import { ChangePassword } from "./ChangePassword";
import classes from "./profile.module.css";
import { ProfilePicture } from "./ProfilePicture";
import { SignaturePanel } from "./SignaturePanel";

type Profile = ReplyOf<typeof ownProfile>["data"];

/** Everything that one may change of oneself. */
export function EditProfile({ person }: { person: Profile }) {
  const text = useText();
  const { external } = useCurrentUser();
  return (
    <div className={classes.edit}>
      <Panel title={text("profile.picture")} padded>
        <ProfilePicture person={{ id: person.id, fullname: person.fullname ?? "", image: person.image ?? null }} />
      </Panel>
      <Panel title={text("profile.contact")} padded>
        <Contact person={person} />
      </Panel>
      <Panel title={text("profile.habits")} padded>
        <Habits />
      </Panel>
      {!external && (
        <Panel title={text("profile.birthday")} padded>
          <Birthday />
        </Panel>
      )}
      <Panel title={text("profile.password")} padded>
        <ChangePassword email={person.email ?? ""} />
      </Panel>
      <Panel title={text("profile.signature")} padded>
        <SignaturePanel signature={person.signature ?? null} />
      </Panel>
    </div>
  );
}

function Contact({ person }: { person: Profile }) {
  const text = useText();
  const version = useRef(person.version);
  const form = useForm(profileSchema, {
    initialValues: {
      phone_number: person.phone_number ?? "",
      location: person.location ?? "",
      address: person.address ?? "",
      city: person.city ?? "",
    },
    onSubmit: async (values) => {
      try {
        const answer = await call(changeProfile, { body: { ...values, version: version.current } });
        version.current = answer.data.version;
        queryClient.setQueryData(keyOf(ownProfile, {}, {}), { data: answer.data });
        toast.done(answer.message ?? "");
        form.reset({ values: form.values });
      } catch (error) {
        if (error instanceof ProblemError && error.code === "user.stale") {
          version.current = (error.record as { version: number }).version;
        }
        throw error;
      }
    },
  });
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <TextInput
        label={<Optional label={text("people.field.phone_number")} />}
        type="tel"
        {...form.field("phone_number")}
      />
      {(["location", "address", "city"] as const).map((name) => (
        <TextInput key={name} label={<Optional label={text(`people.field.${name}`)} />} {...form.field(name)} />
      ))}
      <Button type="submit" variant="filled" className={classes.save} loading={form.sending}>
        {text("action.save")}
      </Button>
    </Form>
  );
}

/** A day that is called so, to be named as the language does. */
const dayOf: Record<WeekStart, string> = { monday: "2024-01-01", saturday: "2024-01-06", sunday: "2024-01-07" };
const zones = Intl.supportedValuesOf("timeZone");

/** Language, time zone, the week and how tasks open: kept as soon as they are chosen. */
function Habits() {
  const text = useText();
  const { language } = useValue(shown$);
  const { settings } = useCurrentUser();
  const { day: dayName } = useFormat();
  const weekStart = useWeekStart();
  const layout = useValue(taskLayout$);
  return (
    <div className={classes.fields}>
      <Select
        label={text("language.label")}
        value={language}
        allowDeselect={false}
        onChange={(code) => code && void switchLanguage(code as Language)}
        data={languageCodes.map((code) => ({ value: code, label: languages[code].name }))}
      />
      <Select
        label={text("profile.timeZone")}
        description={text("profile.timeZone.why")}
        searchable
        limit={60}
        allowDeselect={false}
        defaultValue={settings.time_zone}
        onChange={(zone) => zone && rememberOnAccount({ time_zone: zone })}
        data={[...new Set([...zones, ...(settings.time_zone ? [settings.time_zone] : [])])]}
      />
      <Select
        label={text("profile.weekStart")}
        description={text("profile.weekStart.why")}
        allowDeselect={false}
        value={weekStart}
        onChange={(start) => isWeekStart(start) && chooseWeekStart(start)}
        data={weekStarts.map((start) => ({ value: start, label: dayName(dayOf[start], "weekday") }))}
      />
      <Select
        label={text("task.layout")}
        allowDeselect={false}
        value={layout}
        onChange={(chosen) => isTaskLayout(chosen) && chooseTaskLayout(chosen)}
        data={taskLayouts.map((one) => ({ value: one, label: text(`task.layout.${one}`) }))}
      />
    </div>
  );
}
