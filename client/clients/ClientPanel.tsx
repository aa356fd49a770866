import { Button, FileButton, TextInput } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Client, createClient, updateClient } from "../../shared/clients/clients.contract";
import { clientSchema } from "../../shared/clients/clients.schema";
import { PanelForm } from "../organisation/PanelForm";
import { SidePanel } from "../organisation/SidePanel";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { Optional } from "../ui/fields/Optional";
import { useForm } from "../ui/form/form";
import { Avatar } from "../ui/signs/Avatar";
import { toast } from "../ui/toast/toast";
import classes from "./clients.module.css";

interface ClientPanelProps {
  opened: boolean;
  /** Null: a new one. */
  client: Client | null;
  onClose: () => void;
}

export function ClientPanel({ opened, client, onClose }: ClientPanelProps) {
  const text = useText();
  return (
    <SidePanel opened={opened} title={client ? client.fullname : text("client.new")} onClose={onClose}>
      <Fields client={client} onClose={onClose} />
    </SidePanel>
  );
}

function Fields({ client, onClose }: Omit<ClientPanelProps, "opened">) {
  const text = useText();
  const version = useRef(client?.version);
  const [file, setFile] = useState<File | null>(null);
  const form = useForm(clientSchema, {
    initialValues: {
      fullname: client?.fullname ?? "",
      code: client?.code ?? "",
      location: client?.location ?? "",
      phone_number: client?.phone_number ?? "",
      email: client?.email ?? "",
      remove_image: false,
      image: null,
    },
    onSubmit: async (values, { idempotencyKey }) => {
      const body = withFile({ ...values, version: version.current }, file);
      try {
        const { message } = client
          ? await call(updateClient, { params: { id: client.id }, body, idempotencyKey })
          : await call(createClient, { body, idempotencyKey });
        toast.done(message ?? "");
        onClose();
      } catch (error) {
        if (error instanceof ProblemError && error.code === "organisation.stale") {
          version.current = (error.record as Client).version;
        }
        throw error;
      }
    },
  });
  const field = form.choice<string | null>("image");
  return (
    <PanelForm form={form} onClose={onClose}>
      <Picture
        client={client}
        file={file}
        removed={form.values.remove_image === true}
        error={field.error}
        onChoose={(chosen) => {
          setFile(chosen);
          form.setValue("remove_image", chosen === null);
          form.setValue("image", chosen?.name ?? null);
        }}
      />
      <TextInput data-autofocus label={text("client.fullname")} {...form.field("fullname")} />
      <TextInput label={<Optional label={text("client.code")} />} {...form.field("code")} />
      <TextInput label={<Optional label={text("client.location")} />} {...form.field("location")} />
      <TextInput label={<Optional label={text("people.field.email")} />} type="email" {...form.field("email")} />
      <TextInput
        label={<Optional label={text("people.field.phone_number")} />}
        type="tel"
        {...form.field("phone_number")}
      />
    </PanelForm>
  );
}

/** As JSON, or with a picture as a form: what is empty there is emptied. */
function withFile(values: Record<string, unknown>, file: File | null): FormData | Record<string, unknown> {
  if (!file) return values;
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && name !== "remove_image") body.set(name, value === null ? "" : String(value as string));
  }
  body.set("image", file, file.name);
  return body;
}

interface PictureProps {
  client: Client | null;
  file: File | null;
  removed: boolean;
  error?: string;
  /** Null: none any more. */
  onChoose: (file: File | null) => void;
}

function Picture({ client, file, removed, error, onChoose }: PictureProps) {
  const text = useText();
  const chosen = useMemo(() => (file ? URL.createObjectURL(file) : null), [file]);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen]);
  const image = chosen ?? (removed ? null : (client?.image ?? null));
  const person = { id: client?.id ?? 0, fullname: client?.fullname ?? "?", image };
  return (
    <div>
      <div className={classes.picture}>
        <Avatar person={person} size={40} named />
        <FileButton
          accept="image/jpeg,image/png,image/gif,image/svg+xml"
          onChange={(picked) => picked && onChoose(picked)}
        >
          {(props) => (
            <Button {...props} variant="default">
              {text("client.picture")}
            </Button>
          )}
        </FileButton>
        {image && (
          <Button variant="subtle" color="gray" onClick={() => onChoose(null)}>
            {text("client.picture.remove")}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="mantine-InputWrapper-error">
          {error}
        </p>
      )}
    </div>
  );
}
