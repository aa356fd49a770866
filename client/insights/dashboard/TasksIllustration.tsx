export function TasksIllustration() {
  return (
    <svg viewBox="0 0 112 64">
      <rect x="26" y="4" width="60" height="56" rx="5" />
      <path d="M46 18h30M46 32h30M46 46h18" />
      <path d="M33 18l3 3 5-6M33 32l3 3 5-6" stroke="var(--st-done)" />
      <circle cx="37" cy="46" r="3.5" strokeDasharray="2 2" />
    </svg>
  );
}
