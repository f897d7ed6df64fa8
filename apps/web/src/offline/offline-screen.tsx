export { OutboxPage as default } from "@shotkeeper/ui/outbox";
