// Whether a key belongs to an input method: it chooses or ends a word, so that no field may react to it. Safari reports the Enter that ends a
// composition after its end, by the key code 229 alone.

interface Key {
  isComposing: boolean;
  keyCode: number;
}

/** Whether an input method composes; for events of the page and of React. */
export function isComposing(event: Key | { nativeEvent: Key }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event;
  return key.isComposing || key.keyCode === 229;
}
