import { Button, FileButton } from "@mantine/core";
import { useState } from "react";
import { ownProfile } from "../../shared/people/users.contract";
import { uploadUserImage } from "../../shared/people/user-changes.contract";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { keyOf, queryClient } from "../platform/query";
import { PictureCrop } from "../ui/fields/PictureCrop";
import { Avatar } from "../ui/signs/Avatar";
import type { Person } from "../ui/signs/people";
import { toast } from "../ui/toast/toast";
import classes from "./profile.module.css";

/** One's picture: chosen, cut to a square, and kept. */
export function ProfilePicture({ person }: { person: Person }) {
  const text = useText();
  const [file, setFile] = useState<File | null>(null);
  const save = async (picture: Blob) => {
    const body = new FormData();
    body.set("image", picture, "picture.jpg");
    const { message } = await call(uploadUserImage, { body });
    toast.done(message);
    void queryClient.invalidateQueries({ queryKey: keyOf(ownProfile) });
  };
  return (
    <div className={classes.picture}>
      <Avatar person={person} size={40} named />
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
