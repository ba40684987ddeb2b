import { answersAsDocumented, identifiesItself, isSafeToRead } from './scenes.ts';

answersAsDocumented(15);
identifiesItself(15);
isSafeToRead(15);
