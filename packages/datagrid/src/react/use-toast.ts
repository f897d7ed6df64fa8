import { useCallback, useEffect, useState } from "react";

/** One short message at a time, gone after three seconds. */
export function useToast() {
  const [message, setMessage] = useState<{ text: string; sticky: boolean }>();
  const say = useCallback((text: string | undefined, sticky = false) => {
    setMessage(text === undefined ? undefined : { text, sticky });
  }, []);
  useEffect(() => {
    if (!message || message.sticky) return;
    const timer = setTimeout(() => setMessage(undefined), 3000);
    return () => clearTimeout(timer);
  }, [message]);
  return { message: message?.text, say };
}
