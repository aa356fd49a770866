import { Button, FileButton, Select, Switch, TextInput } from "@mantine/core";
import { Suspense, useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { type Language, languageCodes, languages } from "../../../shared/kernel/languages";
import { readOwnProfile } from "../../../shared/people/people/users.contract";
import { changeProfile } from "../../../shared/people/profile/profile.contract";
import { profileSchema } from "../../../shared/people/profile/profile.schema";
import { call } from "../../platform/api";
import { activeLanguage$ } from "../../platform/intl/language";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, queryKeyOf, refetch } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { rememberOnAccount, switchLanguage } from "../../platform/settings";
import { chooseTaskLayout, isTaskLayout, taskLayout$, taskLayouts } from "../../work/projects/task-layout";
import { chooseSingleKeys, singleKeys$ } from "../../ui/keys/shortcuts";
import { useStore } from "../../platform/store";
import { isWeekStart, type WeekStart, weekStarts } from "../../../shared/kernel/week";
import { chooseWeekStart, useWeekStart } from "../../platform/week";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import { useEditedForm } from "../../ui/form/useEditedRecord";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import { ChangePassword } from "./ChangePassword";
import classes from "./profile.module.css";
import { profilePanels } from "./profile.slots";
import { SignaturePanel } from "./SignaturePanel";
import { uploadUserImage } from "../../../shared/people/people/user-changes.contract";
import { PictureCrop } from "../../ui/fields/PictureCrop";
import { Avatar } from "../../ui/signs/Avatar";
import type { Person } from "../../ui/signs/people";
import flow from "../../ui/layout/flow.module.css";

type Profile = ReplyOf<typeof readOwnProfile>["data"];

export function EditProfile({ person }: { person: Profile }) {
  const text = useText();
  return (
    <div className={classes.edit}>
      <Panel title={text("profile.picture")} padded>
        <ProfilePicture person={{ id: person.id, fullname: person.fullname ?? "", image: person.image ?? null }} />
      </Panel>
      <Panel title={text("profile.contact")} padded>
        <Contact person={person} />
      </Panel>
      <Panel title={text("profile.habits")} padded>
        <Preferences />
      </Panel>
      <Suspense>
        {profilePanels.entries.map(({ Panel: Part }, at) => (
          <Part key={at} />
        ))}
      </Suspense>
      <Panel title={text("profile.password")} padded>
        <ChangePassword email={person.email ?? ""} />
      </Panel>
      <Panel title={text("profile.signature")} padded>
        <SignaturePanel signature={person.signature ?? null} />
      </Panel>
    </div>
  );
}

const contactFields = ["phone_number", "location", "address", "city"] as const;

const contactOf = (person: Profile) => ({
  phone_number: person.phone_number ?? "",
  location: person.location ?? "",
  address: person.address ?? "",
  city: person.city ?? "",
});

export function Contact({ person }: { person: Profile }) {
  const text = useText();
  const form = useForm(profileSchema, {
    initialValues: contactOf(person),
    onSubmit: async (values, { typedValues }) => {
      const changed = contactFields.filter((name) => typedValues[name] !== form.startValues[name]);
      const body = Object.fromEntries(changed.map((name) => [name, values[name]]));
      try {
        const answer = await call(changeProfile, { body: { ...body, version: edited.version } });
        queryClient.setQueryData(queryKeyOf(readOwnProfile, {}, {}), { data: answer.data });
        toast.done(answer.message ?? "");
        edited.saved(answer.data);
      } catch (error) {
        // Saving again overwrites only the fields that the user has changed.
        if (error instanceof ProblemError && error.code === "user.stale") edited.overwrite(error.record as Profile);
        throw error;
      }
    },
  });
  const edited = useEditedForm(form, person, { valuesOf: contactOf });
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <ChangedRecordNotice edited={edited} />
      <TextInput
        label={<OptionalLabel label={text("people.field.phone_number")} />}
        type="tel"
        {...form.field("phone_number")}
      />
      {(["location", "address", "city"] as const).map((name) => (
        <TextInput key={name} label={<OptionalLabel label={text(`people.field.${name}`)} />} {...form.field(name)} />
      ))}
      <Button type="submit" variant="filled" className={classes.save} loading={form.sending}>
        {text("action.save")}
      </Button>
    </Form>
  );
}

/** A date with this weekday, used to format its name. */
const dayOf: Record<WeekStart, string> = { monday: "2024-01-01", saturday: "2024-01-06", sunday: "2024-01-07" };
const zones = Intl.supportedValuesOf("timeZone");

function Preferences() {
  const text = useText();
  const { language } = useStore(activeLanguage$);
  const { settings } = useCurrentUser();
  const { day: dayName } = useFormat();
  const weekStart = useWeekStart();
  const layout = useStore(taskLayout$);
  return (
    <div className={flow.stack}>
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
      <Switch
        label={text("profile.shortcuts")}
        description={text("profile.shortcuts.why")}
        checked={useStore(singleKeys$)}
        onChange={(event) => chooseSingleKeys(event.currentTarget.checked)}
      />
    </div>
  );
}

function ProfilePicture({ person }: { person: Person }) {
  const text = useText();
  const [file, setFile] = useState<File | null>(null);
  const save = async (picture: Blob) => {
    const body = new FormData();
    body.set("image", picture, "picture.jpg");
    const { message } = await call(uploadUserImage, { body });
    toast.done(message);
    void refetch(readOwnProfile);
  };
  return (
    <div className={classes.picture}>
      <Avatar person={person} size={40} hasVisibleName />
      <FileButton accept="image/jpeg,image/png,image/gif,image/svg+xml" onChange={setFile}>
        {(props) => (
          <Button {...props} variant="default">
            {text("client.picture")}
          </Button>
        )}
      </FileButton>
      {file && (
        <PictureCrop
          key={file.name + file.lastModified}
          file={file}
          title={text("profile.picture.crop")}
          as="image/jpeg"
          field="image"
          round
          save={save}
          onClose={() => setFile(null)}
        />
      )}
    </div>
  );
}
