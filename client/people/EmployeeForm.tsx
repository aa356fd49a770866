import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import type { AnyObjectSchema } from "yup";
import { createUserSchema, updateUserSchema } from "../../shared/people/people.schema";
import { createUser, updateUser } from "../../shared/people/user-changes.contract";
import { editableUser, listUsers, readUser } from "../../shared/people/users.contract";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { keyOf, queryClient } from "../platform/query";
import { DraftGuard } from "../ui/form/DraftGuard";
import { Form } from "../ui/form/Form";
import { FormActions } from "../ui/form/FormActions";
import { useForm } from "../ui/form/form";
import { toast } from "../ui/toast/toast";
import { createBody, differing, employeeOf, updateBody, valuesOf } from "./employee-form";
import { EmployeeFields } from "./EmployeeFields";
import { type EmployeeFormState, KeptEmployment } from "./EmployeeInputs";
import type { EmployeeDetail } from "./EmployeeFacts";
import { SeatsFull } from "./Seats";
import classes from "./EmployeeForm.module.css";

/** A first password is asked for where one is given instead of an invitation. */
const newUserSchema = createUserSchema.test("first", (value, context) => {
  const { access, password } = value as typeof value & { access?: string };
  if (access !== "password" || password) return true;
  return context.createError({ path: "password", message: "field.required" });
});

/** After saving, to the list (specification section 2); what it says there is true already. */
function useSaved() {
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  // In an effect: the guard over what isn't saved must have seen that it is.
  useEffect(() => {
    if (saved) void navigate(paths.employees);
  }, [saved, navigate]);
  const finish = (message: string | undefined) => {
    if (message) toast.done(message);
    for (const read of [listUsers, readUser, editableUser]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(read) });
    }
    setSaved(true);
  };
  return { saved, finish };
}

export function EmployeeCreate() {
  const text = useText();
  const { saved, finish } = useSaved();
  const [search] = useSearchParams();
  const [empty] = useState(() => employeeOf(search));
  const form = useForm(newUserSchema as unknown as AnyObjectSchema, {
    initialValues: empty,
    onSubmit: async (_, { idempotencyKey }) => {
      const { message } = await call(createUser, { body: createBody(form.values) as never, idempotencyKey });
      finish(message);
    },
  }) as EmployeeFormState;
  return (
    <Frame
      form={form}
      dirty={differing(empty, form.values).length > 0 && !saved}
      save={text(form.values.access === "invite" ? "people.saveAndInvite" : "people.save.new")}
      isNew
    />
  );
}

/** The form of somebody who is there. What somebody else saves meanwhile is said by the server (409) and not overwritten. */
export function EmployeeEdit({ employee }: { employee: EmployeeDetail }) {
  const text = useText();
  const { saved, finish } = useSaved();
  const [began] = useState(() => ({ values: valuesOf(employee), version: employee.version }));
  const form = useForm(updateUserSchema as unknown as AnyObjectSchema, {
    initialValues: began.values,
    onSubmit: async (_, { idempotencyKey }) => {
      const body = { ...updateBody(began.values, form.values), version: began.version };
      const { message } = await call(updateUser, { params: { id: employee.id }, body: body as never, idempotencyKey });
      finish(message);
    },
  }) as EmployeeFormState;
  return (
    <KeptEmployment value={!employee.can.change_employment}>
      <Frame
        form={form}
        dirty={differing(began.values, form.values).length > 0 && !saved}
        save={text("action.save")}
        id={employee.id}
      />
    </KeptEmployment>
  );
}

interface FrameProps {
  form: EmployeeFormState;
  dirty: boolean;
  save: string;
  isNew?: boolean;
  id?: number;
}

function Frame({ form, dirty, save, isNew = false, id }: FrameProps) {
  const text = useText();
  return (
    <div className={classes.page}>
      <Form form={form}>
        {isNew && <SeatsFull />}
        {form.wrong > 1 && <p className={classes.count}>{text("form.wrong", { count: form.wrong })}</p>}
        <EmployeeFields form={form} isNew={isNew} id={id} />
        <FormActions>
          <Button component={Link} to={paths.employees} variant="subtle" color="gray">
            {text("action.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={form.sending}>
            {save}
          </Button>
        </FormActions>
      </Form>
      <DraftGuard dirty={dirty} />
    </div>
  );
}
