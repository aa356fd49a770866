import type { DatabaseDemo, StoredDemo } from "../../../platform/demo/demo.steps";

export async function inviteExternalGuests({ client, tenantId, now }: DatabaseDemo): Promise<void> {
  const guests = [
    ["Carrier workshop", "lena.brandt@nordfracht.example", "accepted"],
    ["Client call", "p.okafor@mendes-coffee.example", null],
  ];
  for (const [title, email, answer] of guests) {
    await client.query(
      `INSERT INTO booking_invitation (tenant_id, booking_id, email, answer, answered_at, told_sequence, told_method)
       SELECT $1, id, $3, $4::text, CASE WHEN $4::text IS NOT NULL THEN $5::timestamptz END, 0, 'REQUEST' FROM booking
       WHERE tenant_id = $1 AND title = $2 AND starts_at > $5::timestamptz ORDER BY starts_at LIMIT 1`,
      [tenantId, title, email, answer, now],
    );
  }
}

/** Marks invitations as already sent, so that no mail goes out. */
export async function markInvitationsSent({ client, tenantId }: StoredDemo): Promise<void> {
  await client.query(
    "UPDATE booking_invitation SET due_at = NULL, told_sequence = 0, told_method = 'REQUEST' WHERE tenant_id = $1",
    [tenantId],
  );
}
