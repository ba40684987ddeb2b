import { answersAsDocumented, identifiesItself, isSafeToRead } from './scenarios/answers.ts';

answersAsDocumented(15);
identifiesItself(15);
isSafeToRead(15);
