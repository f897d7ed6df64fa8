export { OutboxPage } from "./outbox-page.tsx";
export { OutboxRefresh } from "./outbox-refresh.tsx";
