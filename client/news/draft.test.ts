import { bodyOf, type DraftForm, emptyDraft, formOf } from "./draft";

const form: DraftForm = {
  section_id: "4",
  language: "en",
  texts: [{ language: "en", title: "Move", summary: "", body: "<p>Soon</p>", picture_alt: "" }],
  pinned: true,
  must_read: true,
  confirm_by: "2031-01-05",
  everyone: false,
  department_ids: ["1", "2"],
  group_ids: ["3"],
  locations: ["Erbil"],
};

test("an article is sent as its form has it, and its form has what was sent", () => {
  const body = bodyOf(form);
  expect(body).toEqual({
    section_id: 4,
    language: "en",
    texts: form.texts,
    pinned: true,
    must_read: true,
    confirm_by: "2031-01-05",
    audience: { everyone: false, department_ids: [1, 2], group_ids: [3], locations: ["Erbil"] },
  });
  const { everyone, locations } = form;
  const audience = { everyone, locations, departments: [{ id: 1 }, { id: 2 }], groups: [{ id: 3 }] };
  expect(formOf({ ...body, audience } as never)).toEqual(form);
});

test("what needn't be read has no day for it; what is in no section says so", () => {
  const body = bodyOf({ ...form, must_read: false, section_id: null });
  expect([body.confirm_by, body.section_id]).toEqual([null, null]);
  expect(
    formOf({ ...body, audience: { everyone: true, departments: [], groups: [], locations: [] } } as never),
  ).toEqual({
    ...emptyDraft("en"),
    texts: form.texts,
    pinned: true,
  });
});
