// Whether another attempt to send a message would be refused for the same reason: its file is too large for the network or of a type that the network
// does not accept, or its text is too long.
import type { Text } from 'core-wasm';

const final = /^whatsapp\.(media\.(tooLarge|typeNotAllowed)$|outgoing\.|template\.only)/;

export const isFinalRefusal = (failure: Text | undefined): boolean => failure !== undefined && final.test(failure.key);
