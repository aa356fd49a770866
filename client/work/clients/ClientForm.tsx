import { Button, FileButton } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { type Client, createClient, updateClient } from "../../../shared/work/clients/clients.contract";
import { clientSchema } from "../../../shared/work/clients/clients.schema";
import { useText } from "../../platform/intl/useText";
import { RecordForm } from "../../ui/records/RecordForm";
import { Avatar } from "../../ui/signs/Avatar";
import classes from "./clients.module.css";

export function ClientForm({ client, onClose }: { client: Client | null; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <RecordForm
      schema={clientSchema}
      record={client}
      fields={{
        fullname: "client.fullname",
        code: "client.code",
        location: "client.location",
        email: { label: "people.field.email", type: "email" },
        phone_number: { label: "people.field.phone_number", type: "tel" },
      }}
      valuesOf={() => ({ remove_image: false, image: null })}
      create={createClient}
      update={updateClient}
      bodyOf={(values) => withFile(values, file)}
      onClose={onClose}
      above={(form) => (
        <Picture
          client={client}
          file={file}
          removed={form.values["remove_image"] === true}
          error={form.valueProps<string | null>("image").error}
          onChoose={(chosen) => {
            setFile(chosen);
            form.setValue("remove_image", chosen === null);
            form.setValue("image", chosen?.name ?? null);
          }}
        />
      )}
    />
  );
}

/** JSON, or multipart form data if there is an image. In form data null is sent as an empty string, which clears the value. */
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
        <Avatar person={person} size={40} hasVisibleName />
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
