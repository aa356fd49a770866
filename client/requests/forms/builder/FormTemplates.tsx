import { CancelButton } from "../../../ui/CancelButton";
import { useLengthError } from "../../../ui/fields/length";
import { ActionIcon, Button, Menu, TextInput } from "@mantine/core";
import { IconCopy, IconDots, IconEye, IconEyeOff, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import {
  createForm,
  deleteForm,
  duplicateForm,
  type Form,
  listForms,
  setFormAvailable,
} from "../../../../shared/requests/forms/form-templates.contract";
import { paths } from "../../../platform/paths";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAction, useEndpoint } from "../../../platform/query";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { EmptyState } from "../../../ui/states/EmptyState";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { RelativeTime } from "../../../ui/signs/RelativeTime";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { toast } from "../../../ui/toast/toast";
import { Table } from "../../../ui/Table";
import { FormIllustration } from "../FormIllustration";
import classes from "../forms.module.css";
import { useFormTexts } from "../useFormTexts";
import { Dialog } from "../../../ui/Dialog";
import flow from "../../../ui/layout/flow.module.css";

const confirm = ({ message }: { message?: string }) => toast.done(message ?? "");

export function FormTemplates() {
  const text = useText();
  const { titleOf } = useFormTexts();
  const { number } = useFormat();
  const query = useEndpoint(listForms);
  return (
    <div className={classes.page} data-above-toasts>
      <QueryBoundary query={query} loading={<SkeletonRows rows={6} />} failed={text("forms.failed")}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState drawing={<FormIllustration />} title={text("forms.noForms")} text={text("forms.noForms.why")} />
          ) : (
            <div className={classes.sheet}>
              <Table className={classes.table}>
                <thead>
                  <tr>
                    <th scope="col">{text("forms.column.form")}</th>
                    <th scope="col">{text("forms.column.state")}</th>
                    <th scope="col" data-end data-wide>
                      {text("forms.column.open")}
                    </th>
                    <th scope="col" data-wide>
                      {text("forms.column.used")}
                    </th>
                    <th scope="col">
                      <span className="sr-only">{text("forms.more")}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((form) => (
                    <tr key={form.id}>
                      <td>
                        <Link to={paths.form("build", form.id)} dir="auto">
                          {titleOf(form)}
                        </Link>
                      </td>
                      <td>
                        <State form={form} />
                      </td>
                      <td data-end data-wide>
                        {number(form.open)}
                      </td>
                      <td data-wide>{form.used_at && <RelativeTime at={form.used_at} />}</td>
                      <td data-end>
                        <Tools form={form} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </div>
          )
        }
      </QueryBoundary>
    </div>
  );
}

function State({ form }: { form: Form }) {
  const text = useText();
  const { number } = useFormat();
  const { published, draft, active } = form;
  return (
    <>
      {!active
        ? text("forms.state.withdrawn")
        : published === null
          ? text("forms.state.unpublished")
          : text("forms.state.published", { number: number(published) })}
      {published !== null && draft !== null && ` · ${text("forms.state.draft", { number: number(draft) })}`}
    </>
  );
}

function Tools({ form }: { form: Form }) {
  const text = useText();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"delete" | "copy" | null>(null);
  const close = () => setAsking(null);
  const offer = useAction(setFormAvailable, { onSuccess: confirm });
  const remove = useAction(deleteForm, { onSuccess: confirm });
  const { id, title, active, published } = form;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={text("forms.moreOf", { title })}>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => navigate(paths.form("build", id))}
          >
            {text("action.edit")}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => setAsking("copy")}>
            {text("forms.copy")}
          </Menu.Item>
          {published !== null && (
            <Menu.Item
              leftSection={active ? <IconEyeOff size={16} stroke={1.75} /> : <IconEye size={16} stroke={1.75} />}
              onClick={() => offer.mutate({ params: { id }, body: { active: !active } })}
            >
              {text(active ? "forms.withdraw" : "forms.offer")}
            </Menu.Item>
          )}
          {form.can.delete && (
            <Menu.Item
              color="danger"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={() => setAsking("delete")}
            >
              {text("action.delete")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking === "delete"}
        title={text("forms.delete.title", { title })}
        confirmLabel={text("action.delete")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
        onClose={close}
      >
        {text("forms.delete.why")}
      </ConfirmDialog>
      <TitleDialog opened={asking === "copy"} from={form} onClose={close} />
    </>
  );
}

export function NewForm() {
  const text = useText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {text("forms.newForm")}
      </Button>
      <TitleDialog opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

interface TitleDialogProps {
  opened: boolean;
  from?: Form;
  onClose: () => void;
}

function TitleDialog({ opened, from, onClose }: TitleDialogProps) {
  const text = useText();
  const lengthError = useLengthError();
  const navigate = useNavigate();
  const [title, setTitle] = useState("");
  const options = {
    onSuccess: ({ data }: { data: { id: number } }) => void navigate(paths.form("build", data.id)),
  };
  const create = useAction(createForm, options);
  const copy = useAction(duplicateForm, options);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { title: title.trim() };
    if (body.title === "") return;
    if (from) copy.mutate({ params: { id: from.id }, body });
    else create.mutate({ body });
  };
  return (
    <Dialog opened={opened} onClose={onClose} size={420} title={text(from ? "forms.copy" : "forms.newForm")}>
      <form className={flow.stackWide} onSubmit={submit}>
        <TextInput
          data-autofocus
          label={text("forms.titleOfForm")}
          error={lengthError(title, 120)}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <span className={classes.buttons}>
          <CancelButton isSending={create.isPending || copy.isPending} onClick={onClose} />
          <Button
            type="submit"
            variant="filled"
            disabled={title.trim() === ""}
            loading={create.isPending || copy.isPending}
          >
            {text("forms.begin")}
          </Button>
        </span>
      </form>
    </Dialog>
  );
}
