import { toNewsBody, type DraftForm, emptyDraft, toDraftForm } from "./draft";

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
  publish_at: "2031-01-02T08:00",
  withdraw_at: "",
};

test("a draft form is unchanged after a round trip through the request body", () => {
  const body = toNewsBody(form);
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
  const times = { publish_at: form.publish_at, withdraw_at: null };
  const audience = { everyone, locations, departments: [{ id: 1 }, { id: 2 }], groups: [{ id: 3 }] };
  expect(toDraftForm({ ...body, ...times, audience } as never)).toEqual(form);
});

test("an optional article has no confirmation date; a missing section is null", () => {
  const body = toNewsBody({ ...form, must_read: false, section_id: null });
  expect([body.confirm_by, body.section_id]).toEqual([null, null]);
  expect(
    toDraftForm({ ...body, audience: { everyone: true, departments: [], groups: [], locations: [] } } as never),
  ).toEqual({
    ...emptyDraft("en"),
    texts: form.texts,
    pinned: true,
  });
});
